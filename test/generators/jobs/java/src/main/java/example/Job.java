package example;

import com.fasterxml.jackson.databind.ObjectMapper;
import example.retainer.ApiClient;
import example.retainer.ApiException;
import example.retainer.api.ClientsApi;
import example.retainer.api.EventsApi;
import example.retainer.api.InvoicesApi;
import example.retainer.api.PaymentsApi;
import example.retainer.api.ProjectsApi;
import example.retainer.model.ClientCreate;
import example.retainer.model.InvoiceCreate;
import example.retainer.model.InvoiceEvent;
import example.retainer.model.InvoiceSend;
import example.retainer.model.InvoiceVoid;
import example.retainer.model.LineItemInput;
import example.retainer.model.PaymentCreate;
import example.retainer.model.ProjectCreate;
import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.List;

/** The main job with the classes that openapi-generator makes for Java. */
public final class Job {
  private Job() {}

  public static void main(String[] arguments) throws Exception {
    var api = new ApiClient();
    api.updateBaseUri(System.getenv("BASE_URL"));
    api.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    var clients = new ClientsApi(api);
    var invoices = new InvoicesApi(api);

    var client =
        clients.clientsCreate(new ClientCreate().name("Ada").email("ada@x.example"), null, null);
    var project =
        new ProjectsApi(api)
            .projectsCreate(new ProjectCreate().name("P").clientId(client.getId()), null, null);
    var draft =
        new InvoiceCreate()
            .clientId(client.getId())
            .projectId(project.getId())
            .taxRate(0.1)
            .addLineItemsItem(
                new LineItemInput().description("Design").quantity(1.0).unitPrice(12000L));
    var invoice = invoices.invoicesCreate(draft, null, null);
    var sent = invoices.invoicesSend(invoice.getId(), null, null, null, new InvoiceSend());
    var pdf = invoices.invoicesPdf(invoice.getId(), null, null);
    var payment =
        new PaymentsApi(api)
            .paymentsRecord(invoice.getId(), new PaymentCreate().amount(invoice.getTotal()), null, null, null);
    var other = invoices.invoicesCreate(draft, null, null);
    var voided = invoices.invoicesVoid(other.getId(), null, null, null, new InvoiceVoid());
    var listed = invoices.invoicesList(
            null, client.getId(), null, null, null, null, null, null, null, null, null);
    var voidings = new ArrayList<String>();
    for (var event : new EventsApi(api).eventsList(null, 100L).getData()) {
      if (event.getActualInstance() instanceof InvoiceEvent voiding
          && voiding.getType().getValue().equals("invoice.voided")
          && voiding.getData().getObject().getId().equals(other.getId())) {
        voidings.add(voiding.getData().getObject().getStatus().getValue());
      }
    }
    String code;
    try {
      code = clients.clientsGet("client_x", null).getId();
    } catch (ApiException error) {
      code = new ObjectMapper().readTree(error.getResponseBody()).at("/error/code").asText();
    }
    String head;
    try (var bytes = new FileInputStream(pdf)) {
      head = new String(bytes.readNBytes(5));
    }
    var facts =
        List.<Object>of(
            invoice.getTotal(),
            sent.getStatus().getValue(),
            head,
            payment.getAmount(),
            voided.getStatus().getValue(),
            code,
            listed.getMeta().getTotal(),
            voidings.get(0));
    System.out.println(new ObjectMapper().writeValueAsString(facts));
  }
}
