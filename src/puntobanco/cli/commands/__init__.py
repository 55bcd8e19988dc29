"""The subcommands of `puntobanco`: one module each, imported when it is called."""
