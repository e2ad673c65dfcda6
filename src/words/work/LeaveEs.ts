/** The words of export and deletion in Spanish. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveEs: LeaveWords = {
  title: "Exportación y eliminación",
  ownersOnly: {
    title: "Solo para propietarios",
    message: "Solo los propietarios pueden exportar o eliminar el espacio."
  },
  exportTitle: "Exporte primero",
  exportText:
    "Un archivo contiene todos los clientes, proyectos, facturas, facturas rectificativas, pagos, ficheros y eventos en JSON y CSV, y cada documento enviado. El operador de este servidor lo escribe con:",
  deleteTitle: "Eliminar el espacio",
  deleteText: (name) =>
    `Todos salen de ${name} de inmediato, las claves de API y los enlaces de pago dejan de funcionar y el portal se cierra. Tras 14 días se borran todos los datos.`,
  law: "La ley obliga a conservar las facturas, en la mayoría de los países de 6 a 10 años. Expórtelas antes de eliminar.",
  undo: "Durante 14 días el operador puede anular la eliminación con:",
  name: "Nombre del espacio",
  nameHint: (name) => `Escriba ${name}`,
  nameDiffers: "Este no es el nombre del espacio",
  password: "Contraseña",
  passwordWrong: "La contraseña no es correcta",
  submit: "Eliminar el espacio",
  doneTitle: "El espacio se ha eliminado",
  doneText: (day) =>
    `Todos sus datos se borrarán el ${day}. Hasta entonces el operador puede anular la eliminación con:`,
  toSignIn: "Ir a iniciar sesión"
}
