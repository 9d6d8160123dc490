#!/usr/bin/env python3
"""Prints the model file given, without its state: a model that predicts and cannot learn on."""
import hashlib
import sys

text = open(sys.argv[1], encoding="utf-8").read()
begin = text.index('"state": ') + len('"state": ')
end = text.index(',\n  "sha256"')
body = text[:begin] + "null" + text[end:-68]
print(body + hashlib.sha256(body.encode()).hexdigest() + '"\n}')
