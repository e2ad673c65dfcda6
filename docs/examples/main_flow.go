// Client, project, time, invoice, payment, webhook and events, with Go's own library alone.
//
// Run it against `npx retainer dev`, which sends webhooks to this machine: RETAINER and KEY are its
// address and API key.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type object = map[string]any

// refused is the API's error: rely on the status; the message names the fields.
type refused struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Status  int    `json:"status"`
	} `json:"error"`
}

// api repeats after 429 and 5xx; the Idempotency-Key makes the repetition of a POST safe.
func api(method, path string, body, out any) {
	content, err := json.Marshal(body)
	if err != nil {
		log.Fatal(err)
	}
	repeat := rand.Text()
	for tries := 1; ; tries++ {
		request, err := http.NewRequest(method, os.Getenv("RETAINER")+"/v1"+path, bytes.NewReader(content))
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		if method == "GET" {
			request.Body, request.ContentLength = http.NoBody, 0
		} else {
			request.Header.Set("Content-Type", "application/json")
		}
		if method == "POST" {
			request.Header.Set("Idempotency-Key", repeat)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			log.Fatal(err)
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			log.Fatal(err)
		}
		if response.StatusCode < 300 {
			if err := json.Unmarshal(answer, out); err != nil {
				log.Fatal(err)
			}
			return
		}
		repeatable := response.StatusCode == 429 || response.StatusCode >= 500 && method != "PATCH"
		if !repeatable || tries == 5 {
			var why refused
			_ = json.Unmarshal(answer, &why)
			log.Fatalf("%s: %s (request %s)", why.Error.Code, why.Error.Message, response.Header.Get("X-Request-Id"))
		}
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		time.Sleep(time.Duration(max(seconds, 1)) * time.Second)
	}
}

// genuine checks Standard Webhooks: HMAC-SHA-256 over id, time and the body exactly as it came.
func genuine(secret string, header http.Header, body []byte) bool {
	sentAt, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-sentAt)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", header.Get("webhook-id"), sentAt, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// After a rotation there are two signatures, with a space between them.
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}

type event struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Data struct {
		Object struct {
			Number string `json:"number"`
		} `json:"object"`
	} `json:"data"`
}

// receive returns the address of a receiver, a way to set its secret, and the events that arrive.
func receive() (string, chan<- string, <-chan event) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	secrets, events := make(chan string, 1), make(chan event, 16)
	secret := sync.OnceValue(func() string { return <-secrets })
	var seen sync.Map
	handler := func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, 4<<20))
		var arrived event
		if err == nil && !genuine(secret(), request.Header, body) {
			err = errors.New("not genuine")
		}
		if err == nil {
			err = json.Unmarshal(body, &arrived)
		}
		if err != nil {
			http.Error(writer, err.Error(), http.StatusBadRequest)
			return
		}
		// Answer first and work later; a message comes at least once, so drop what was seen.
		writer.WriteHeader(http.StatusNoContent)
		if _, known := seen.LoadOrStore(arrived.ID, true); !known {
			events <- arrived
		}
	}
	go func() { log.Fatal(http.Serve(listener, http.HandlerFunc(handler))) }()
	return "http://" + listener.Addr().String() + "/hooks", secrets, events
}

func main() {
	var made struct {
		ID     string `json:"id"`
		Secret string `json:"secret"`
		Number string `json:"number"`
		Total  int64  `json:"total"`
	}
	post := func(path string, body object) string {
		api("POST", path, body, &made)
		return made.ID
	}
	url, secrets, events := receive()
	post("/webhook_endpoints", object{"url": url, "events": []string{"invoice.paid"}})
	secrets <- made.Secret

	client := post("/clients", object{"name": "Ada Byron", "email": "ada@client.example"})
	project := post("/projects", object{"name": "Website", "client_id": client})
	task := post("/projects/"+project+"/tasks", object{"title": "Draft the sitemap"})
	api("PATCH", "/tasks/"+task, object{"status": "done"}, &made)

	// 7.5 hours at 120.00: quantities are decimals, amounts are integers in cents.
	line := object{"description": "Draft the sitemap", "quantity": 7.5, "unit_price": 12000}
	invoice := post("/invoices", object{
		"client_id": client, "project_id": project, "tax_rate": 0.2, "line_items": []object{line},
	})
	total := made.Total
	post("/invoices/"+invoice+"/send", object{"message": "Thank you"})
	post("/invoices/"+invoice+"/payments", object{
		"amount": total, "method": "bank_transfer", "reference": "statement 7",
	})

	select {
	case paid := <-events:
		fmt.Println("webhook", paid.Type, paid.Data.Object.Number)
	case <-time.After(30 * time.Second):
		log.Fatal("no webhook arrived")
	}

	// The log has the same events, oldest first. An empty page is its present end.
	var types []string
	for after := int64(0); ; {
		var page struct {
			Data []event `json:"data"`
			Meta struct {
				NextAfter int64 `json:"next_after"`
			} `json:"meta"`
		}
		api("GET", fmt.Sprintf("/events?after=%d", after), nil, &page)
		if len(page.Data) == 0 {
			break
		}
		for _, one := range page.Data {
			types = append(types, one.Type)
		}
		after = page.Meta.NextAfter
	}
	fmt.Println("events", strings.Join(types, " "))
}
