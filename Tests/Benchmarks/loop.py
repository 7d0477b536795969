"""The same requests with Python's requests, one session, bodies to files."""
import sys

import requests

url, count, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with requests.Session() as session:
    for number in range(count):
        answer = session.get(f"{url}?n={number}", timeout=30)
        answer.raise_for_status()
        with open(f"{folder}/{number}", "wb") as file:
            file.write(answer.content)
