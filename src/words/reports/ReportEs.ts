/** The words of the reports in Spanish. */
import { counted } from "../work/FrameWords.ts"
import type { ReportWords } from "./ReportWords.ts"

export const reportEs: ReportWords = {
  title: "Informes",
  shows: {
    revenue: "Ingresos",
    receivables: "Cuentas por cobrar",
    projects: "Proyectos",
    taxes: "IVA",
    clients: "Clientes"
  },
  byReport: "Informes por tema",
  from: "Desde",
  to: "Hasta",
  interval: "Por",
  intervals: {
    month: "mes",
    quarter: "trimestre",
    year: "año"
  },
  currency: "Moneda",
  apply: "Mostrar",
  csv: "CSV",
  period: "Período",
  billed: "Facturado",
  collected: "Cobrado",
  credited: "Rectificado",
  refunded: "Reembolsado",
  total: "Total",
  quarter: (quarter, year) => `${quarter}.º trim. ${year}`,
  ages: {
    notDue: "No vencido",
    upTo30: "1–30 días",
    upTo60: "31–60 días",
    upTo90: "61–90 días",
    older: "Más de 90 días"
  },
  asOf: (day) => `Saldo pendiente al ${day}, por días de retraso`,
  project: "Proyecto",
  status: "Estado",
  budget: "Presupuesto",
  spent: "Consumido",
  used: "Uso",
  tasks: "Tareas",
  over: (amount) => `excedido en ${amount}`,
  noBudget: "Sin presupuesto",
  statuses: {
    planning: "En planificación",
    in_progress: "En curso",
    review: "En revisión",
    completed: "Terminado",
    archived: "Archivado"
  },
  category: "IVA",
  rate: "Tipo",
  base: "Base",
  tax: "Cuota",
  categories: {
    S: "General",
    Z: "Tipo cero",
    E: "Exenta",
    AE: "Inversión del sujeto pasivo",
    K: "Entrega intracomunitaria",
    G: "Exportación",
    O: "No sujeta",
    none: "Sin IVA"
  },
  client: "Cliente",
  owed: "Saldo actual",
  taxNote: "Por fecha de emisión: facturas enviadas, menos las rectificativas.",
  revenueNote:
    "Facturado y rectificado por fecha de emisión, cobrado y reembolsado por día de pago.",
  clientsNote:
    "Facturado y rectificado por fecha de emisión, cobrado por día de pago; el saldo es el de hoy.",
  chart: (currency, most) =>
    `Facturado y cobrado por período en ${currency}. El más alto es ${most}. La tabla siguiente contiene todas las cifras.`,
  taxChart: (currency, most) =>
    `IVA por período en ${currency}. El más alto es ${most}. La tabla siguiente contiene todas las cifras.`,
  share: (percent) => `${percent} del mayor`,
  ofBudget: (percent) => `${percent} del presupuesto`,
  nothing: "No hay nada en este período.",
  noProjects: "Todavía no hay ningún proyecto.",
  shown: (count, all) => `${count} de ${all}`,
  older: "Anteriores",
  newer: "Más recientes",
  badRange: "El primer día no debe ser posterior al último.",
  tooLong: "Un informe tiene como máximo 120 períodos: elija un intervalo más largo o menos días.",
  badDate: "Escriba un día como año-mes-día.",
  others: counted("es", { one: (n) => `${n} cliente más`, other: (n) => `${n} clientes más` })
}
