"""Run the code cells of a notebook in order, and write down what they print and show."""

from __future__ import annotations

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def executed(text: str) -> str:
    """Return a notebook with the outputs of its code cells."""
    notebook = json.loads(text)
    names: dict[str, object] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, 1):
        cell["execution_count"] = number
        cell["outputs"] = _outputs("".join(cell["source"]), names, number)
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _outputs(source: str, names: dict[str, object], number: int) -> list[dict[str, Any]]:
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 - our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307 - as above
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        lines = text.splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        html = getattr(value, "_repr_html_", None)
        data = {"text/html": [html()]} if html else {}
        shown = {**data, "text/plain": [type(value).__name__ if html else repr(value)]}
        result = {"output_type": "execute_result", "metadata": {}, "execution_count": number}
        outputs.append({**result, "data": shown})
    return outputs
