// A client tested against `retainer dev --test-clock`, with nothing but Go's own library.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"testing"
)

var retainer = func() string {
	if set := os.Getenv("RETAINER"); set != "" {
		return set
	}
	return "http://127.0.0.1:3000"
}()

type object = map[string]any

// call asks the server and decodes its answer into out; it ends the test where the server refuses.
func call(t *testing.T, key, method, path string, body, out any) {
	t.Helper()
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, retainer+path, &content)
	if err != nil {
		t.Fatal(err)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, path, response.Status)
	}
	if out != nil {
		if err := json.NewDecoder(response.Body).Decode(out); err != nil {
			t.Fatal(err)
		}
	}
}

// agency is a workspace of its own for each test: what another does is not seen in it.
type agency struct {
	ID  string `json:"id"`
	Key string `json:"api_key"`
}

func newAgency(t *testing.T) (made agency) {
	call(t, "", "POST", "/test/workspaces", object{"time_zone": "Europe/Berlin"}, &made)
	return made
}

type invoice struct {
	ID       string `json:"id"`
	Number   string `json:"number"`
	Status   string `json:"status"`
	Delivery struct {
		Status   string `json:"status"`
		Attempts int    `json:"attempts"`
	} `json:"delivery"`
}

func (a agency) address() string { return fmt.Sprintf("ada-%s@client.example", a.ID[len(a.ID)-8:]) }

func (a agency) sentInvoice(t *testing.T) invoice {
	var client, made struct {
		ID string `json:"id"`
	}
	call(t, a.Key, "POST", "/v1/clients", object{"name": "Ada Byron", "email": a.address()}, &client)
	line := object{"description": "Design", "quantity": 2, "unit_price": 5000}
	draft := object{"client_id": client.ID, "line_items": []object{line}}
	call(t, a.Key, "POST", "/v1/invoices", draft, &made)
	call(t, a.Key, "POST", "/v1/invoices/"+made.ID+"/send", object{}, nil)
	return a.invoice(t, made.ID)
}

func (a agency) invoice(t *testing.T, id string) (found invoice) {
	call(t, a.Key, "GET", "/v1/invoices/"+id, nil, &found)
	return found
}

// advance returns when all that is due until then is done.
func advance(t *testing.T, seconds int) {
	call(t, "", "POST", "/test/clock", object{"advance_seconds": seconds}, nil)
}

func TestAnInvoiceBecomesOverdue(t *testing.T) {
	a := newAgency(t)
	sent := a.sentInvoice(t)
	advance(t, 40*24*3600)
	if found := a.invoice(t, sent.ID); found.Status != "overdue" {
		t.Errorf("%s is %s", found.Number, found.Status)
	}
}

func TestAMailThatFailsIsTriedAgain(t *testing.T) {
	a := newAgency(t)
	failure := object{"kind": "temporary", "count": 1, "to": a.address()}
	call(t, "", "POST", "/test/mails/failures", failure, nil)
	sent := a.sentInvoice(t)
	advance(t, 0)
	if queued := a.invoice(t, sent.ID).Delivery; queued.Status != "queued" || queued.Attempts != 1 {
		t.Errorf("after the first try: %+v", queued)
	}
	advance(t, 5)
	if done := a.invoice(t, sent.ID).Delivery; done.Status != "sent" || done.Attempts != 2 {
		t.Errorf("after the second try: %+v", done)
	}
	var mails struct {
		Data []struct {
			Subject     string `json:"subject"`
			Attachments []struct {
				Filename string `json:"filename"`
			} `json:"attachments"`
		} `json:"data"`
	}
	call(t, "", "GET", "/test/mails?to="+url.QueryEscape(a.address()), nil, &mails)
	if len(mails.Data) != 1 || mails.Data[0].Attachments[0].Filename != sent.Number+".pdf" {
		t.Errorf("mailed: %+v", mails.Data)
	}
}
