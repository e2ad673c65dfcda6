// The main job with the package that oapi-codegen makes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.test/job/retainer"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// Fails with what the server answered instead.
func given[T any](value *T, body []byte) *T {
	if value == nil {
		log.Fatal(string(body))
	}
	return value
}

func main() {
	ctx := context.Background()
	signed := retainer.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	})
	api := must(retainer.NewClientWithResponses(os.Getenv("BASE_URL"), signed))

	newClient := must(api.ClientsCreateWithResponse(ctx, nil,
		retainer.ClientCreate{Name: "Ada", Email: "ada@x.example"}))
	client := given(newClient.JSON201, newClient.Body)
	newProject := must(api.ProjectsCreateWithResponse(ctx, nil,
		retainer.ProjectCreate{Name: "P", ClientId: client.Id}))
	project := given(newProject.JSON201, newProject.Body)
	rate := 0.1
	draft := retainer.InvoiceCreate{
		ClientId:  client.Id,
		ProjectId: &project.Id,
		TaxRate:   &rate,
		LineItems: []retainer.LineItemInput{{Description: "Design", Quantity: 1, UnitPrice: 12000}},
	}
	newInvoice := must(api.InvoicesCreateWithResponse(ctx, nil, draft))
	invoice := given(newInvoice.JSON201, newInvoice.Body)
	sending := must(api.InvoicesSendWithResponse(ctx, invoice.Id, nil, retainer.InvoiceSend{}))
	sent := given(sending.JSON200, sending.Body)
	pdf := must(api.InvoicesPdfWithResponse(ctx, invoice.Id, nil))
	paying := must(api.PaymentsRecordWithResponse(ctx, invoice.Id, nil,
		retainer.PaymentCreate{Amount: &invoice.Total}))
	payment := given(paying.JSON201, paying.Body)
	newOther := must(api.InvoicesCreateWithResponse(ctx, nil, draft))
	other := given(newOther.JSON201, newOther.Body)
	voiding := must(api.InvoicesVoidWithResponse(ctx, other.Id, nil, retainer.InvoiceVoid{}))
	voided := given(voiding.JSON200, voiding.Body)
	looking := must(api.ClientsGetWithResponse(ctx, "client_x", nil))
	missing := given(looking.JSON404, looking.Body)

	listing := must(api.InvoicesListWithResponse(ctx,
		&retainer.InvoicesListParams{ClientId: &client.Id}))
	listed := given(listing.JSON200, listing.Body)
	limit := int64(100)
	pulling := must(api.EventsListWithResponse(ctx, &retainer.EventsListParams{Limit: &limit}))
	pulled := given(pulling.JSON200, pulling.Body)

	facts := []any{
		invoice.Total, sent.Status, string(pdf.Body[:5]), payment.Amount, voided.Status, missing.Error.Code,
		listed.Meta.Total,
	}
	for _, event := range pulled.Data {
		if must(event.Discriminator()) != "invoice.voided" {
			continue
		}
		if subject := must(event.AsInvoiceEvent()).Data.Object; subject.Id == other.Id {
			facts = append(facts, subject.Status)
		}
	}
	fmt.Println(string(must(json.Marshal(facts))))
}
