/** The words of pages that need no session in Spanish. */
import { counted } from "../work/FrameWords.ts"
import type { VisitWords } from "./VisitWords.ts"

export const visitEs: VisitWords = {
  backToSignIn: "Volver al inicio de sesión",
  forgot: {
    title: "¿Olvidó la contraseña?",
    text: "Le enviamos un enlace para elegir una nueva.",
    button: "Enviar el enlace",
    sentTitle: "Revise su correo",
    sentText: "Si existe una cuenta con esta dirección, le hemos enviado un enlace."
  },
  choose: {
    title: "Elegir una contraseña",
    text: (email, workspace) => `Para ${email} en el espacio de trabajo ${workspace}.`,
    button: "Guardar e iniciar sesión",
    gone: {
      title: "Este enlace ya no funciona",
      message:
        "Ha caducado, o ya se eligió una contraseña. Pida uno nuevo en «¿Olvidó la contraseña?»."
    }
  },
  confirm: {
    title: "Introduzca de nuevo su contraseña",
    text: "Este cambio requiere su contraseña, como máximo una vez cada 15 minutos. Lo que escribió se rellenará de nuevo; todavía no está guardado.",
    wrong: "La contraseña no es correcta",
    continue: "Continuar",
    cancel: "Cancelar"
  },
  recovery: {
    title: "Su sesión ha terminado",
    nothingSaved: "No se ha guardado nada. Abra la página y envíe de nuevo el formulario.",
    filledLater:
      "El formulario se abrió hace demasiado tiempo, así que no se ha guardado nada. Continúe: lo que escribió se rellena de nuevo, salvo contraseñas y archivos.",
    tooLong:
      "No se ha guardado nada, y lo que escribió es demasiado largo para conservarlo. Copie de aquí lo que necesite antes de continuar.",
    cookies: "Las cookies deben estar permitidas.",
    filledIn:
      "Todavía no se ha guardado nada. Lo que escribió está rellenado de nuevo: revíselo y envíe el formulario.",
    chooseFile: "Elija de nuevo el archivo: los archivos no se conservan."
  },
  seconds: counted("es", { one: (n) => `${n} segundo`, other: (n) => `${n} segundos` }),
  tooMany: {
    title: "Demasiados intentos",
    message: (wait) => `Espere ${wait} e inténtelo de nuevo.`
  },
  busy: {
    title: "Inténtelo de nuevo",
    message: (wait) =>
      `Hay demasiada actividad en este momento. Espere ${wait} e inténtelo de nuevo.`
  },
  unreachable: {
    title: "Inténtelo de nuevo",
    message: (wait) =>
      `Esta parte del servicio no está disponible en este momento. Espere ${wait} e inténtelo de nuevo.`
  },
  moved: {
    title: "Este espacio de trabajo se ha trasladado",
    toCell: (cell) =>
      `Ahora está en la parte del servicio llamada ${cell}. Pida la nueva dirección a la agencia.`,
    elsewhere: "Ahora está en otro servidor. Pida la nueva dirección a la agencia."
  },
  malformed: {
    title: "No se pudo leer el formulario",
    message: "Vuelva atrás y envíelo de nuevo."
  },
  unstorable: {
    title: "El formulario tiene un carácter que no se puede guardar",
    message: "Vuelva atrás y quite el carácter NUL."
  },
  tooLong: {
    title: "El formulario es demasiado largo",
    message: (size) => `Vuelva atrás y envíe menos: ${size} KiB como máximo.`
  },
  tooManyFields: {
    title: "El formulario tiene demasiados campos",
    message: (most) => `Vuelva atrás y envíe menos: ${most} campos como máximo.`
  },
  foreign: {
    title: "El formulario no se aceptó",
    message:
      "No se envió desde una página de este servicio. Abra de nuevo la página y envíe el formulario desde allí. Las cookies deben estar permitidas."
  },
  broken: {
    title: "Algo ha salido mal",
    message: (id) =>
      `El problema es nuestro. Inténtelo de nuevo; si se repite, póngase en contacto con nosotros con este identificador de solicitud: ${id}.`
  },
  other: {
    title: "No se pudo responder a esta solicitud",
    message: "Vuelva atrás e inténtelo de nuevo."
  },
  strength: "Seguridad",
  strengths: [
    "Demasiado corta: faltan {}",
    "Demasiado simple: solo cifras y signos",
    "Débil: pocos caracteres distintos",
    "Aceptable: más larga es más segura",
    "Fuerte"
  ]
}
