"""A client tested against `retainer dev --test-clock`, with nothing but Python's own library."""

import base64
import json
import os
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

RETAINER = os.environ.get("RETAINER", "http://127.0.0.1:3000")


def call(method, path, body=None, key=None):
    request = Request(RETAINER + path, method=method)
    if key is not None:
        request.add_header("Authorization", f"Bearer {key}")
    data = None
    if body is not None:
        request.add_header("Content-Type", "application/json")
        data = json.dumps(body).encode()
    with urlopen(request, data) as response:
        text = response.read()
    return json.loads(text) if text else None


class TestClock(unittest.TestCase):
    def setUp(self):
        # One of its own for each test: what another does is not seen in it.
        made = call("POST", "/test/workspaces", {"time_zone": "Europe/Berlin", "reminder_days": [3]})
        self.key = made["api_key"]
        self.address = f"ada-{made['id'][-8:]}@client.example"

    def api(self, method, path, body=None):
        return call(method, "/v1" + path, body, self.key)

    def sent_invoice(self):
        client = self.api("POST", "/clients", {"name": "Ada Byron", "email": self.address})
        line = {"description": "Design", "quantity": 2, "unit_price": 5000}
        invoice = self.api("POST", "/invoices", {"client_id": client["id"], "line_items": [line]})
        self.api("POST", f"/invoices/{invoice['id']}/send", {})
        return self.api("GET", f"/invoices/{invoice['id']}")

    def advance(self, seconds):
        """What is due until then is done when this returns."""
        call("POST", "/test/clock", {"advance_seconds": seconds})

    def mails(self):
        return call("GET", f"/test/mails?to={self.address}")["data"]

    def test_an_invoice_becomes_overdue_and_is_reminded_of(self):
        invoice = self.sent_invoice()
        self.advance(40 * 24 * 3600)
        self.assertEqual(self.api("GET", f"/invoices/{invoice['id']}")["status"], "overdue")
        sent, reminder = self.mails()
        self.assertIn("100.00 USD", sent["text"])
        self.assertIn(invoice["number"], reminder["subject"])
        self.assertEqual(reminder["headers"]["references"], sent["headers"]["message-id"])

    def test_a_mail_that_fails_is_tried_again(self):
        call("POST", "/test/mails/failures", {"kind": "temporary", "count": 1, "to": self.address})
        invoice = self.sent_invoice()
        self.advance(0)
        delivery = self.api("GET", f"/invoices/{invoice['id']}")["delivery"]
        self.assertEqual((delivery["status"], delivery["attempts"]), ("queued", 1))
        self.advance(5)
        delivery = self.api("GET", f"/invoices/{invoice['id']}")["delivery"]
        self.assertEqual((delivery["status"], delivery["attempts"]), ("sent", 2))
        mail = call("GET", f"/test/mails/{self.mails()[0]['id']}")
        self.assertTrue(base64.b64decode(mail["attachments"][0]["content"]).startswith(b"%PDF-"))

    def test_a_client_pays(self):
        invoice = self.sent_invoice()
        call("POST", "/test/payments", {"url": invoice["processor_payment_url"], "how": "late"})
        self.advance(5)
        paid = self.api("GET", f"/invoices/{invoice['id']}")
        self.assertEqual((paid["status"], paid["paid_at"]), ("paid", call("GET", "/test/clock")["now"]))

    def test_time_only_moves_forward(self):
        with self.assertRaises(HTTPError) as refused:
            call("POST", "/test/clock", {"now": "2020-01-01T00:00:00Z"})
        self.assertEqual(refused.exception.code, 422)
        refused.exception.close()


if __name__ == "__main__":
    unittest.main()
