"""Client, project, time, invoice, payment, webhook and events, with Python's own library alone.

Run it against `npx retainer dev`, which sends webhooks to this machine: RETAINER and KEY are its address and API key.
"""

import base64
import hashlib
import hmac
import json
import os
import queue
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

RETAINER = os.environ.get("RETAINER", "http://127.0.0.1:3000")
KEY = os.environ["KEY"]


class Refused(Exception):
    """The API refused a request: rely on the status; the message names the fields."""

    def __init__(self, error, request_id):
        super().__init__(f"{error['code']}: {error['message']} (request {request_id})")
        self.status = error["status"]


def api(method, path, body=None, tries=5):
    """Repeats after 429 and 5xx; the Idempotency-Key makes the repetition of a POST safe."""
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if method == "POST":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None if body is None else json.dumps(body).encode()
    for left in reversed(range(tries)):
        try:
            with urlopen(Request(RETAINER + "/v1" + path, data, headers, method=method)) as answer:
                return json.load(answer)
        except HTTPError as refused:
            repeatable = refused.code == 429 or (method in ("GET", "POST") and refused.code >= 500)
            if not repeatable or left == 0:
                raise Refused(json.load(refused)["error"], refused.headers["X-Request-Id"]) from None
            time.sleep(int(refused.headers.get("Retry-After", "1")))


def genuine(secret, headers, body):
    """Standard Webhooks: HMAC-SHA-256 over id, time and the body exactly as it came."""
    message_id, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    # After a rotation there are two signatures, with a space between them.
    return any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" "))


received = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    secret = ""
    seen = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not genuine(self.secret, self.headers, body):
            self.send_error(400)
            return
        # Answer first and work later; a message comes at least once, so drop what was seen.
        self.send_response(204)
        self.end_headers()
        event = json.loads(body)
        if event["id"] not in self.seen:
            self.seen.add(event["id"])
            received.put(event)

    def log_message(self, *_):
        pass


receiver = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{receiver.server_port}/hooks"
Receiver.secret = api("POST", "/webhook_endpoints", {"url": url, "events": ["invoice.paid"]})["secret"]

client = api("POST", "/clients", {"name": "Ada Byron", "email": "ada@client.example"})
project = api("POST", "/projects", {"name": "Website", "client_id": client["id"]})
task = api("POST", f"/projects/{project['id']}/tasks", {"title": "Draft the sitemap"})
api("PATCH", f"/tasks/{task['id']}", {"status": "done"})

# 7.5 hours at 120.00: quantities are decimals, amounts are integers in cents.
line = {"description": "Draft the sitemap", "quantity": 7.5, "unit_price": 12000}
draft = {"client_id": client["id"], "project_id": project["id"], "tax_rate": 0.2, "line_items": [line]}
invoice = api("POST", "/invoices", draft)
api("POST", f"/invoices/{invoice['id']}/send", {"message": "Thank you"})

payment = {"amount": invoice["total"], "method": "bank_transfer", "reference": "statement 7"}
api("POST", f"/invoices/{invoice['id']}/payments", payment)

paid = received.get(timeout=30)
print("webhook", paid["type"], paid["data"]["object"]["number"])

# The log has the same events, oldest first. An empty page is its present end.
after, types = 0, []
while True:
    page = api("GET", f"/events?after={after}")
    if not page["data"]:
        break
    types += [event["type"] for event in page["data"]]
    after = page["meta"]["next_after"]
print("events", " ".join(types))
