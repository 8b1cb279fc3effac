"""What each key is for: the docstrings below the fields of the models, read from their source only when asked for.

Pydantic can collect them too, but does so for every model at every start, which was a third of the start's time.
"""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache

from pydantic import BaseModel


def descriptions(model: type[BaseModel]) -> Mapping[str, str]:
    """Key of the stack file (camelCase) to its docstring, for every field of a model that has one."""
    said = _docstrings(model.__module__).get(model.__name__, {})
    return {field.alias or name: said[name] for name, field in model.model_fields.items() if name in said}


@cache
def _docstrings(module: str) -> Mapping[str, Mapping[str, str]]:
    """Class name to field name to the docstring below the field, for all classes of a module."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: _fields(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _fields(node: ast.ClassDef) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for field, below in zip(node.body, node.body[1:], strict=False):
        if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str):
            found[field.target.id] = inspect.cleandoc(below.value.value)
    return found
