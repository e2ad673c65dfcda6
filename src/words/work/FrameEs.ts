/** The words of the frame and of the sign-in in Spanish. */
import { counted, type FrameWords } from "./FrameWords.ts"

export const frameEs: FrameWords = {
  skip: "Ir al contenido",
  main: "Navegación principal",
  menu: "Menú",
  home: "Inicio",
  invoices: "Facturas",
  clients: "Clientes",
  reports: "Informes",
  overdue: counted("es", { one: (n) => `${n} vencida`, other: (n) => `${n} vencidas` }),
  projects: "Proyectos",
  settings: "Ajustes",
  account: "Mi cuenta",
  signOut: "Cerrar sesión",
  newInvoice: "Nueva factura",
  toHome: "Ir a Inicio",
  notFound: {
    title: "Página no encontrada",
    message: "Puede que se haya eliminado, o que la dirección esté incompleta."
  },
  notForMembers: {
    title: "Solo para administradores",
    change: "Solo los propietarios y administradores del espacio pueden cambiar esto.",
    see: "Solo los propietarios y administradores del espacio pueden ver esto."
  },

  signIn: {
    title: "Iniciar sesión",
    toContinue: (app) => `Iniciar sesión para continuar a ${app}`,
    ended: "Su sesión ha terminado. Inicie sesión para continuar.",
    filledIn: "Lo que escribió se rellenará de nuevo; todavía no está guardado.",
    email: "Correo electrónico",
    password: "Contraseña",
    workspace: "¿Qué espacio?",
    chooseWorkspace: "Elija un espacio y vuelva a escribir la contraseña.",
    button: "Iniciar sesión",
    forgot: "¿Olvidó la contraseña?",
    wrong: "El correo electrónico o la contraseña no son correctos",
    someDown:
      "Algunas cuentas no están disponibles en este momento. Si la suya es una de ellas, inténtelo de nuevo en un minuto."
  },

  figures: {
    outstanding: "Por cobrar",
    overdue: "Vencido",
    collectedIn: (year) => `Cobrado en ${year}`,
    notSent: "Aún no enviado",
    drafts: counted("es", { one: (n) => `${n} borrador`, other: (n) => `${n} borradores` }),
    invoices: counted("es", { one: (n) => `${n} factura`, other: (n) => `${n} facturas` }),
    also: (amounts) => `además ${amounts}`
  }
}
