/** The words of OAuth apps in Spanish. */
import type { AppWords } from "./AppWords.ts"

export const appsEs: AppWords = {
  title: "Aplicaciones OAuth",
  intro: "Para software que actúa en nombre de sus usuarios, con los permisos que estos conceden.",
  none: "Todavía no hay ninguna aplicación.",
  caption: "Aplicaciones",
  columns: ["Nombre", "Registrada"],
  by: (name) => `por ${name}`,
  openNamed: (name) => `Abrir ${name}`,
  all: "Todas las aplicaciones",
  register: "Registrar una aplicación",
  registerButton: "Registrar",
  name: "Nombre de la aplicación",
  nameHint: "Se muestra a los usuarios a quienes se pide que permitan la aplicación.",
  nameWrong: "El nombre de la aplicación debe tener de 1 a 255 caracteres",
  redirectUris: "URI de redirección",
  redirectUrisHint:
    "Una por línea, 10 como máximo, comparadas carácter por carácter. https, o http en este equipo.",
  noRedirectUri: "Indique al menos una URI de redirección",
  tooManyRedirectUris: "10 URI de redirección como máximo",
  redirectUri: (number, fault) => `La URI de redirección ${number} ${fault}`,
  faults: {
    tooLong: "debe tener 2000 caracteres como máximo",
    notAbsolute: "debe ser una URI absoluta",
    fragment: "no debe tener fragmento",
    credentials: "no debe llevar usuario ni contraseña",
    host: "debe tener un nombre de host sencillo",
    insecure: "debe ser https, o http en localhost, 127.0.0.1 o [::1]",
    scheme: "debe ser https, o un esquema privado como com.example.app:/callback"
  },
  logoHint: "Opcional: PNG o JPEG, de 256 kB y 2000 × 2000 píxeles como máximo.",
  tooMany: (most) =>
    `Un espacio de trabajo tiene ${most} aplicaciones OAuth como máximo. Elimine una antes de registrar otra.`,
  logoOf: (name) => `Logotipo de ${name}`,
  secretBegins: "El secreto empieza por",
  save: "Guardar",
  secretAndRemoval: "Secreto y eliminación",
  newSecret: "Nuevo secreto",
  done: "Listo",
  rotate: {
    title: (name) => `¿Un nuevo secreto para ${name}?`,
    text: "El secreto actual deja de funcionar de inmediato. Los usuarios siguen conectados.",
    button: "Crear un nuevo secreto"
  },
  remove: {
    title: (name) => `¿Eliminar ${name}?`,
    text: "La conexión de cada usuario con la aplicación termina de inmediato. No se puede deshacer.",
    button: "Eliminar la aplicación"
  },
  connected: {
    title: "Aplicaciones conectadas",
    intro: "Aplicaciones que pueden actuar en su nombre.",
    none: "No ha permitido ninguna aplicación.",
    columns: ["Nombre", "Puede", "Desde"],
    disconnectNamed: (name) => `Desconectar ${name}`,
    disconnect: {
      title: (name) => `¿Desconectar ${name}?`,
      text: "No tendrá acceso a su cuenta hasta que la permita de nuevo.",
      button: "Desconectar"
    }
  },
  consent: {
    title: (app) => `¿Permitir ${app}?`,
    wants: (app, workspace) =>
      `${app} quiere actuar por usted en el espacio de trabajo ${workspace}. Podrá:`,
    asMember:
      "Usted es miembro del espacio de trabajo, y la aplicación no puede hacer más que usted: no puede enviar ni anular facturas, registrar pagos, invitar a clientes ni leer el registro de auditoría.",
    redirected: "Se le redirigirá a {host}.",
    endAnyTime: "Puede ponerle fin en cualquier momento en los ajustes.",
    allow: "Permitir",
    deny: "No permitir",
    signedInAs: (name, email) => `Sesión iniciada como ${name} (${email}).`,
    notYou: "¿No es usted?",
    foreign: {
      title: "Otro espacio de trabajo",
      heading: "Esta aplicación pertenece a otro espacio de trabajo",
      text: (app, workspace, email) =>
        `${app} se registró en un espacio de trabajo distinto de ${workspace}, donde ha iniciado sesión como ${email}.`,
      signIn: "Iniciar sesión allí"
    },
    unusable: {
      title: "Esta solicitud no se puede usar",
      reasons: {
        noApp: "La solicitud no dice de qué aplicación viene.",
        unknownApp: "Aquí no hay registrada ninguna aplicación con este client_id.",
        unknownAddress:
          "La dirección a la que la aplicación quiere llevarle (redirect_uri) no es una de las que registró."
      },
      invalid: (app, description) => `La solicitud de ${app} no es válida: ${description}.`,
      nothingShared: "No se ha compartido nada. Póngase en contacto con el desarrollador."
    }
  }
}
