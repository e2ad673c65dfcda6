/** The words of export and deletion in Spanish. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveEs: LeaveWords = {
  title: "Exportación y eliminación",
  ownersOnly: {
    title: "Solo para propietarios",
    message: "Solo los propietarios pueden exportar o eliminar el espacio."
  },
  exportTitle: "Exportar los datos",
  exportText:
    "Un archivo contiene todos los clientes, proyectos, facturas, facturas rectificativas, pagos y eventos en JSON y CSV, una lista de los ficheros subidos sin su contenido y cada documento enviado, en PDF.",
  exportMail: (email) =>
    `Cuando el archivo esté listo, se enviará un enlace a ${email}. Pide el inicio de sesión de un propietario y caduca a los 7 días.`,
  requestExport: "Solicitar una exportación",
  requestNewExport: "Solicitar una nueva exportación",
  exportPending: (requested) =>
    `Solicitada el ${requested}. El archivo se está preparando; su enlace se enviará al propietario que la solicitó.`,
  exportReady: (size, until) =>
    `El archivo está listo (${size}). Puede descargarlo hasta el ${until}.`,
  download: "Descargar",
  exportReplaced: "Una nueva exportación sustituye a este archivo.",
  exportLater: (from) => `Podrá solicitar una nueva exportación a partir del ${from}.`,
  exportFailed: {
    disk_full:
      "La exportación ha fallado porque el disco del servidor está casi lleno. Pida al operador que libere espacio y vuelva a solicitarla.",
    unknown:
      "La exportación ha fallado. Vuelva a solicitarla. Si falla de nuevo, pregunte al operador: el registro del servidor indica el motivo."
  },
  linkEnded: {
    title: "Este enlace ha caducado",
    message:
      "Un archivo se puede descargar durante 7 días, salvo que una exportación más reciente lo sustituya."
  },
  archiveReadme: (workspace) => [
    `Los datos de ${workspace}, exportados de Retainer.`,
    "Cada fichero .json y el fichero .csv del mismo nombre contienen las mismas filas.",
    "Los importes están en la unidad más pequeña de su moneda: 12345 son 123,45 EUR.",
    "Las horas están en UTC.",
    "Los ficheros CSV están en UTF-8, separados por comas. Si una hoja de cálculo muestra letras erróneas, importe el fichero como UTF-8.",
    "Un texto que una hoja de cálculo ejecutaría como fórmula lleva un apóstrofo delante.",
    "documents/ contiene cada factura y factura rectificativa tal como se envió: el PDF y el XML de una factura electrónica.",
    "files.csv enumera los ficheros subidos. Su contenido no está en este archivo."
  ],
  exportByOperator: "El operador de este servidor puede escribir el mismo archivo",
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
