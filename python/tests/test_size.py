"""The package has as few lines of code as CONTRIBUTING.md says."""
import ast
import io
import tokenize
import unittest
from pathlib import Path

from support import ROOT

import calibrant

AT_MOST = 1800
# All other tokens are words of code.
BETWEEN = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
           tokenize.ENDMARKER}
HAS_DOC = (ast.Module, ast.ClassDef, ast.FunctionDef)


def code_lines(text):
    """The number of lines with code: comments, docstrings and blank lines have none."""
    lines = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BETWEEN:
            lines |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, HAS_DOC) and ast.get_docstring(node) is not None:
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return len(lines)


class Size(unittest.TestCase):
    def test_lines_with_code_are_counted(self):
        text = '"""A word.\n\nMore."""\n# A comment.\n\ndef f(x):\n    """Text."""\n    return (x +\n        1)\n'
        self.assertEqual(code_lines(text), 3)
        self.assertEqual(code_lines(text + 'y = """a\nb"""\n'), 5)

    def test_the_package_is_small(self):
        found = {file.name: code_lines(file.read_text("utf-8"))
                 for file in Path(calibrant.__file__).parent.glob("*.py")}
        self.assertGreater(len(found), 10)
        self.assertLessEqual(sum(found.values()), AT_MOST, found)

    def test_lines_are_not_joined(self):
        for file in Path(calibrant.__file__).parent.glob("*.py"):
            with tokenize.open(file) as text:
                for token in tokenize.generate_tokens(text.readline):
                    at = f"{file.name}:{token.start[0]}"
                    self.assertFalse(token.type == tokenize.OP and token.string == ";", at)
                    self.assertLessEqual(max(map(len, token.line.splitlines()), default=0), 100, at)

    @unittest.skipUnless((ROOT / "CONTRIBUTING.md").exists(), "outside of the repository")
    def test_the_limit_is_the_one_that_is_told(self):
        text = " ".join((ROOT / "CONTRIBUTING.md").read_text("utf-8").split())
        self.assertIn(f"at most {AT_MOST:,} lines of code".replace(",", " "), text)


if __name__ == "__main__":
    unittest.main()
