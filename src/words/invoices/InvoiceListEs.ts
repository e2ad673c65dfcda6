/** The words of the list of invoices in Spanish. */
import { counted } from "../work/FrameWords.ts"
import type { InvoiceListWords } from "./InvoiceListWords.ts"

const showAll = "Mostrar todas las facturas"
const showOpen = "Mostrar las facturas pendientes"
const newInvoice = "Nueva factura"

export const invoiceListEs: InvoiceListWords = {
  title: "Facturas",
  byState: "Facturas por estado",
  tabs: {
    open: "Pendientes",
    overdue: "Vencidas",
    draft: "Borradores",
    paid: "Pagadas",
    void: "Anuladas",
    all: "Todas"
  },
  search: "Número o cliente",
  order: "Orden",
  orders: {
    "-created_at": "Primero las más recientes",
    created_at: "Primero las más antiguas",
    due_date: "Primero el vencimiento más próximo",
    "-due_date": "Primero el vencimiento más lejano",
    "-total": "Primero el importe mayor",
    total: "Primero el importe menor"
  },
  show: "Mostrar",
  ofClient: "Cliente:",
  ofProject: "Proyecto:",
  ofAll: "mostrar todo",
  csv: "CSV",
  newInvoice,
  columns: {
    number: "Número",
    client: "Cliente",
    state: "Estado",
    due: "Vencimiento",
    total: "Total",
    balance: "Pendiente de pago"
  },
  states: {
    draft: "Borrador",
    paid: "Pagada",
    void: "Anulada",
    credited: "Rectificada",
    partlyPaid: "Pagada en parte",
    notDelivered: "No entregada",
    dueToday: "vence hoy",
    dueIn: counted("es", { one: (n) => `vence en ${n} día`, other: (n) => `vence en ${n} días` }),
    overdue: counted("es", {
      one: (n) => `${n} día de retraso`,
      other: (n) => `${n} días de retraso`
    })
  },
  shown: (count, all) => `${count} de ${all}`,
  older: "Anteriores",
  newer: "Posteriores",
  empty: {
    open: {
      text: "No hay nada pendiente: todas las facturas enviadas están saldadas.",
      action: newInvoice
    },
    overdue: { text: "No hay facturas vencidas.", action: showOpen },
    draft: { text: "No hay ningún borrador.", action: newInvoice },
    paid: { text: "Aún no hay facturas pagadas.", action: showOpen },
    void: { text: "No hay facturas anuladas.", action: showAll },
    all: { text: "Aún no hay facturas.", action: newInvoice }
  },
  noneFound: { text: "Ninguna factura de este estado coincide.", action: showAll },
  tooBroad: (most) => `Coinciden más de ${most} facturas. Añada una palabra o elija un cliente.`
}
