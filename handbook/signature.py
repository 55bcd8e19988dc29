"""How a name is called or made, as its source says it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from handbook.public import Definition

_MOST_CHARACTERS = 72
_SHORTEST_VALUE = 60


def signatures(name: str, nodes: tuple[Definition, ...]) -> list[str]:
    """The lines that show a name: one for each way to call it."""
    overloads = [node for node in nodes if "overload" in decorators(node)]
    return [_signature(name, node) for node in overloads or nodes[-1:]]


def decorators(node: Definition) -> set[str]:
    """The names of what decorates a definition."""
    if not isinstance(node, ast.ClassDef | ast.FunctionDef):
        return set()
    called = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return {ast.unparse(each).rpartition(".")[2] for each in called}


def named_types(node: Definition) -> Iterator[str]:
    """The names in the types that a function takes and gives, or a class in its public members."""
    match node:
        case ast.FunctionDef(args=arguments, returns=returns):
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            every += [each for each in (arguments.vararg, arguments.kwarg) if each]
            found = [*(each.annotation for each in every), returns]
        case ast.AnnAssign(annotation=annotation):
            found = [annotation]
        case ast.ClassDef(body=body):
            for each in body:
                if isinstance(each, ast.FunctionDef | ast.AnnAssign) and not _is_hidden(each):
                    yield from named_types(each)
            return
        case _:
            return
    for kind in found:
        for part in ast.walk(kind) if kind else ():
            if isinstance(part, ast.Name):
                yield part.id


def _is_hidden(node: ast.FunctionDef | ast.AnnAssign) -> bool:
    name = node.name if isinstance(node, ast.FunctionDef) else ast.unparse(node.target)
    return name.startswith("_") and name != "__init__"


def bases(node: ast.ClassDef) -> list[str]:
    """The names of the classes that a class extends."""
    return [ast.unparse(each) for each in node.bases]


def _signature(name: str, node: Definition) -> str:
    match node:
        case ast.FunctionDef() if decorators(node) & {"property", "cached_property"}:
            return f"{name}: {ast.unparse(node.returns)}" if node.returns else name
        case ast.FunctionDef():
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            return _call(name, _parameters(node), returns)
        case ast.ClassDef():
            return _made(name, node)
        case ast.AnnAssign(annotation=annotation):
            return f"{name}: {ast.unparse(annotation)}"
        case ast.Assign(value=value):
            text = ast.unparse(value)
            return f"{name} = {text}" if len(text) < _SHORTEST_VALUE else name


def _made(name: str, node: ast.ClassDef) -> str:
    """How an object is made: by `__init__`, or by its fields."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            return _call(name, _parameters(each))
    fields = list(_fields(node))
    return _call(name, fields) if fields else f"class {name}"


def _fields(node: ast.ClassDef) -> Iterator[str]:
    """The parameters of a class that is made of its fields."""
    calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
    keywords = [*node.keywords, *(keyword for call in calls for keyword in call.keywords)]
    by_name = any(each.arg == "kw_only" for each in keywords)
    if by_name:
        yield "*"
    for each in node.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                kind = ast.unparse(annotation)
                if name.startswith("_") or "ClassVar" in kind:
                    continue
                options = _options(value)
                if "kw_only" in options and not by_name:
                    by_name = True
                    yield "*"
                default = options.get("default", options.get("default_factory"))
                yield f"{name}: {kind}" + (f" = {default}" if default else "")


def _options(value: ast.expr | None) -> dict[str, str]:
    """What a field is given: its default, and how it is passed."""
    match value:
        case None:
            return {}
        case ast.Call(func=ast.Name(id="field"), keywords=keywords):
            return {each.arg: ast.unparse(each.value) for each in keywords if each.arg}
        case _:
            return {"default": ast.unparse(value)}


def _parameters(node: ast.FunctionDef) -> list[str]:
    """The parameters of a function, without the object that it is called on."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    filled = [None] * (len(positional) - len(arguments.defaults)) + [*arguments.defaults]
    found = [_parameter(*each) for each in zip(positional, filled, strict=True)]
    if positional and positional[0].arg in {"self", "cls"}:
        found = found[1:]
    if arguments.vararg:
        found.append(f"*{_parameter(arguments.vararg, None)}")
    elif arguments.kwonlyargs:
        found.append("*")
    by_name = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found += [_parameter(*each) for each in by_name]
    if arguments.kwarg:
        found.append(f"**{_parameter(arguments.kwarg, None)}")
    return found


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    kind = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    if default is None:
        return argument.arg + kind
    return f"{argument.arg}{kind}{' = ' if kind else '='}{ast.unparse(default)}"


def _call(name: str, parameters: list[str], returns: str = "") -> str:
    """A call in one line, or with a line for each parameter."""
    line = f"{name}({', '.join(parameters)}){returns}"
    if len(line) <= _MOST_CHARACTERS:
        return line
    return "\n".join((f"{name}(", *(f"    {each}," for each in parameters), f"){returns}"))
