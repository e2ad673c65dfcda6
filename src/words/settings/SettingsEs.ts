/** The words of the settings in Spanish. */
import { counted } from "../work/FrameWords.ts"
import type { SettingsWords } from "./SettingsWords.ts"

export const settingsEs: SettingsWords = {
  groups: { you: "Personal", workspace: "Espacio", developers: "Desarrolladores" },
  sections: {
    connected: "Aplicaciones conectadas",
    workspace: "Empresa y banco",
    branding: "Imagen de marca",
    invoicing: "Facturación y recordatorios",
    users: "Usuarios",
    mails: "Correos",
    leave: "Exportación y eliminación",
    audit: "Registro de auditoría",
    keys: "Claves de API",
    apps: "Aplicaciones OAuth",
    webhooks: "Webhooks",
    docs: "Documentación de la API"
  },
  dones: {
    saved: "Guardado.",
    password:
      "Su nueva contraseña está guardada. Se ha cerrado su sesión en todos los demás lugares.",
    revoked: "La clave está revocada.",
    removed: "Eliminado.",
    left: "El usuario se ha eliminado, y lo que estaba marcado se ha revocado.",
    lowered: "El rol ha cambiado, y lo que estaba marcado se ha revocado.",
    disconnected: "La aplicación ya no tiene acceso.",
    queued: "Se enviará en breve.",
    tried: "Se envió mientras tanto: vea el resultado abajo.",
    "signed-out": "Se han cerrado todas las sesiones del usuario.",
    invited: "La invitación se enviará en breve."
  },
  readOnly: "Los propietarios y administradores pueden cambiar esto; usted puede leerlo.",
  cancel: "Cancelar",
  save: "Guardar",
  by: (name) => `por ${name}`,
  tooManyMails: "Hoy se enviaron demasiados correos. Inténtelo mañana.",
  secret: {
    copy: "Copiar",
    copied: "Copiado",
    now: "Cópielo ahora: no se volverá a mostrar.",
    shown:
      "Se mostró una vez, justo después de crearlo, y no se puede volver a mostrar. Si no lo guardó, cree otro."
  },
  users: {
    columns: ["Nombre", "Correo electrónico", "Rol", "Última actividad"],
    you: "usted",
    invited: "invitación enviada",
    never: "nunca",
    roles: { member: "Miembro", admin: "Administrador", owner: "Propietario" },
    roleChoices: {
      member: "Miembro: lee los ajustes",
      admin: "Administrador: cambia los ajustes",
      owner: "Propietario: cambia los ajustes y los propietarios"
    },
    change: "Cambiar",
    changeNamed: (name) => `Cambiar ${name}`,
    invite: "Invitar a alguien",
    inviteButton: "Invitar",
    emailHint: "Se le envía un enlace para elegir una contraseña.",
    rules: {
      name: "Escriba un nombre de 255 caracteres como máximo.",
      email: "Escriba una dirección de correo, por ejemplo nombre@example.com.",
      role: "Elija un rol."
    },
    emailTaken: "Un usuario de este espacio ya tiene esta dirección.",
    again: "Reenviar la invitación",
    endSessions: "Cerrar todas las sesiones",
    factor: {
      title: "Segundo factor",
      from: "Desde su próximo inicio de sesión:",
      choice: "Los propietarios y administradores necesitan un segundo factor"
    },
    all: "Todos los usuarios",
    removal: "Eliminación",
    remove: "Eliminar del espacio",
    removeQuestion: (name) => `¿Eliminar a ${name}?`,
    removeText:
      "Se cierra su sesión de inmediato, y toda aplicación que actúa en su nombre pierde el acceso. Lo que hizo permanece.",
    removeButton: "Eliminar",
    roleQuestion: (name, role) => `¿Dar a ${name} el rol ${role}?`,
    roleText:
      "El rol inferior vale de inmediato, también para las aplicaciones que actúan en su nombre.",
    roleButton: "Cambiar el rol",
    created: {
      title: "El usuario creó esto, que funciona sin él. Revocar:",
      none: "El usuario no creó ninguna clave de API, aplicación ni webhook que siga funcionando.",
      more: counted("es", {
        one: (n) => `También se revoca ${n} acceso más.`,
        other: (n) => `También se revocan ${n} accesos más.`
      }),
      key: (name, part) => `Clave de API «${name}» (${part})`,
      app: (name) => `Aplicación OAuth «${name}», con el acceso que le dieron los usuarios`,
      endpoint: (host) => `Webhook hacia ${host}`
    },
    refused: {
      title: "No es posible",
      LastOwner: "Un espacio necesita un propietario: nombre antes a otra persona.",
      OwnersOnly:
        "Solo un propietario puede nombrar, cambiar o cerrar la sesión de un propietario.",
      AlreadyJoined: "El usuario ya se ha unido."
    }
  },
  mails: {
    about: (name) => `Correos sobre ${name}`,
    columns: ["Correo", "Para", "Resultado"],
    kinds: {
      invoice: "Factura",
      credit_note: "Factura rectificativa",
      reminder: "Recordatorio",
      receipt: "Recibo",
      payment_notice: "Aviso de pago",
      invitation: "Invitación al portal",
      link_request: "Enlace al portal",
      user_link: "Enlace de contraseña",
      notice: "Aviso"
    },
    states: { queued: "En espera", sent: "Enviado", failed: "No entregado" },
    tries: counted("es", {
      one: (n) => `tras ${n} intento`,
      other: (n) => `tras ${n} intentos`
    }),
    again: "Enviar de nuevo",
    none: "No hay ningún correo de los últimos 90 días.",
    noneSuch: "Ningún correo de los últimos 90 días coincide.",
    state: "Resultado",
    anyState: "Todos los resultados",
    kind: "Tipo",
    anyKind: "Todos los tipos",
    show: "Mostrar",
    all: "Todos los correos",
    older: "Correos más antiguos",
    refused: "No se envió de nuevo",
    refusals: {
      requested: "El cliente pidió este enlace y puede pedir otro.",
      queued: "Ya hay un correo del mismo tipo en espera de envío.",
      ended: "La invitación terminó. Envíe una nueva.",
      removed: "El usuario fue eliminado.",
      otherAddress: "Se envió a otra dirección de la que tiene ahora el usuario.",
      void: "La factura está anulada."
    },
    refusedNow:
      "El correo no se puede enviar con los datos actuales. Revise el cliente o la factura."
  },
  keys: {
    intro:
      "Para sus propios servidores. Una clave tiene acceso a todo el espacio, dentro de sus permisos.",
    none: "Todavía no hay ninguna clave.",
    columns: ["Nombre", "Empieza por", "Creada", "Último uso"],
    never: "Nunca",
    revoke: "Revocar",
    revokeNamed: (name) => `Revocar ${name}`,
    revokeQuestion: (name) => `¿Revocar ${name}?`,
    revokeText: (part) =>
      `Las peticiones con ${part} se rechazan desde ese momento. No se puede deshacer.`,
    revokeButton: "Revocar la clave",
    create: "Crear una clave",
    nameHint: "Para qué es la clave, por ejemplo «Exportación contable».",
    access: "¿Qué puede hacer la clave?",
    everything: "Todo",
    readOnly: "Solo lectura",
    choose: "Elegir:",
    permissions: "Permisos; cambiar no incluye ver",
    createButton: "Crear la clave",
    noPermission: "Elija al menos un permiso.",
    tooMany: "Un espacio tiene como máximo 100 claves de API. Revoque una antes de crear otra.",
    newKey: "Su nueva clave",
    done: "Listo",
    another: "Crear otra clave"
  },
  access: {
    title: "Lo que aún tiene acceso",
    text: "Una contraseña nueva no termina las claves y aplicaciones de abajo. Si otra persona pudo tener la anterior, revoque lo que no reconozca.",
    keys: "Claves de API del espacio",
    adminsRevoke: "Los propietarios y administradores pueden revocar una clave.",
    apps: "Aplicaciones que actúan por usted",
    check: "Revise también los webhooks y los usuarios del espacio:",
    toSettings: "Continuar a los ajustes"
  }
}
