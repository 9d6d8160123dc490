"""forge.py FILE MEMBER VALUE: the certificate or model with another value (JSON) in a member, and the right checksum for it."""
import hashlib
import re
import sys

path, member, value = sys.argv[1:]
with open(path, encoding="utf-8") as text:
    forged = re.sub(rf'(\n +"{member}": ).*?(,?\n)', lambda found: found[1] + value + found[2], text.read(), count=1)
head = forged[:forged.rindex('"sha256": "')] + '"sha256": "'
sys.stdout.write(head + hashlib.sha256(head.encode()).hexdigest() + '"\n}\n')
