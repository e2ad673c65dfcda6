"""The main job with the package that openapi-python-client makes."""

import json
import os

from retainer_api import AuthenticatedClient
from retainer_api.api.clients import clients_create, clients_get
from retainer_api.api.events import events_list
from retainer_api.api.invoices import (
    invoices_create,
    invoices_list,
    invoices_pdf,
    invoices_send,
    invoices_void,
)
from retainer_api.api.payments import payments_record
from retainer_api.api.projects import projects_create
from retainer_api.models import (
    AgencyClient,
    ClientCreate,
    EventList,
    Invoice,
    InvoiceCreate,
    InvoiceEvent,
    InvoiceList,
    InvoiceSent,
    InvoiceVoid,
    LineItemInput,
    Payment,
    PaymentCreate,
    Project,
    ProjectCreate,
    ResourceNotFound,
)
from retainer_api.types import File

api = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["KEY"])

client = clients_create.sync(client=api, body=ClientCreate(name="Ada", email="ada@x.example"))
assert isinstance(client, AgencyClient)
project = projects_create.sync(client=api, body=ProjectCreate(name="P", client_id=client.id))
assert isinstance(project, Project)
draft = InvoiceCreate(
    client_id=client.id,
    project_id=project.id,
    tax_rate=0.1,
    line_items=[LineItemInput(description="Design", quantity=1, unit_price=12000)],
)
invoice = invoices_create.sync(client=api, body=draft)
assert isinstance(invoice, Invoice)
sent = invoices_send.sync(id=invoice.id, client=api)
assert isinstance(sent, InvoiceSent)
pdf = invoices_pdf.sync(id=invoice.id, client=api)
assert isinstance(pdf, File)
payment = payments_record.sync(id=invoice.id, client=api, body=PaymentCreate(amount=invoice.total))
assert isinstance(payment, Payment)
other = invoices_create.sync(client=api, body=draft)
assert isinstance(other, Invoice)
voided = invoices_void.sync(id=other.id, client=api, body=InvoiceVoid())
assert isinstance(voided, Invoice)
missing = clients_get.sync(id="client_x", client=api)
assert isinstance(missing, ResourceNotFound)
listed = invoices_list.sync(client=api, client_id=client.id)
assert isinstance(listed, InvoiceList)
events = events_list.sync(client=api, limit=100)
assert isinstance(events, EventList)
voidings = [
    event.data.object_.status.value
    for event in events.data
    if isinstance(event, InvoiceEvent)
    and event.type_.value == "invoice.voided"
    and event.data.object_.id == other.id
]
head = pdf.payload.read(5).decode()
code = missing.error.code.value
print(
    json.dumps(
        [invoice.total, sent.status.value, head, payment.amount, voided.status.value, code]
        + [listed.meta.total, *voidings]
    )
)
