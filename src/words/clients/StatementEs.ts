/** The words of a statement of account in Spanish. */
import type { StatementWords } from "./StatementWords.ts"

export const statementEs: StatementWords = {
  title: "Extracto de cuenta",
  period: (from, to) => `del ${from} al ${to}`,
  from: "Desde",
  to: "Hasta",
  show: "Mostrar",
  pdf: "Archivo PDF",
  columns: {
    date: "Fecha",
    description: "Concepto",
    charges: "Cargos",
    credits: "Abonos",
    balance: "Saldo"
  },
  movements: {
    invoice: (number) => `Factura ${number}`,
    credit_note: (number) => `Factura rectificativa ${number}`,
    void: (number) => `Factura ${number} anulada`,
    payment: (number) => `Pago de ${number}`,
    reversal: (number) => `Pago de ${number} revertido`,
    refund: (number) => `Reembolso del saldo de ${number}`
  },
  opening: "Saldo inicial",
  closing: "Saldo final",
  ageing: "Facturas pendientes por antigüedad",
  ages: {
    notDue: "Sin vencer",
    days30: "1–30 días",
    days60: "31–60 días",
    days90: "61–90 días",
    older: "Más de 90 días",
    open: "Facturas pendientes"
  },
  lessCredit: "Menos el saldo a favor",
  client: "Para",
  issued: "Emitido el",
  none: "No hay movimientos en este período.",
  tooLong: (most) => `El período tiene más de ${most} movimientos. Elija uno más corto.`,
  notDrawn: "El documento no se puede generar ahora. Inténtelo de nuevo."
}
