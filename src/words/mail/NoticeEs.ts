/** The words of notices in Spanish. */
import type { NoticeWords } from "./NoticeWords.ts"

export const noticeEs: NoticeWords = {
  webhook_endpoint_disabled: {
    subject: (workspace) => `Se ha desactivado un punto de conexión webhook de ${workspace}`,
    happened: (workspace) =>
      `Se ha desactivado un punto de conexión webhook del espacio de trabajo ${workspace}, porque llevaba demasiado tiempo sin aceptar eventos o había demasiados en espera.`,
    button: "Ver el punto de conexión",
    advice: "Repare primero el servidor. Después vuelva a activar el punto de conexión."
  },
  password_changed: {
    subject: (workspace) => `Se ha cambiado su contraseña de ${workspace}`,
    happened: (workspace) =>
      `Se ha cambiado la contraseña de su cuenta en el espacio de trabajo ${workspace}.`,
    button: "No he sido yo: elegir una nueva contraseña",
    advice: "Si la ha cambiado usted, no tiene que hacer nada."
  },
  email_requested: {
    subject: (workspace) => `Otra dirección de correo para su cuenta de ${workspace}`,
    happened: (workspace) =>
      `Se ha introducido otra dirección de correo para su cuenta en el espacio de trabajo ${workspace}. Sustituirá a esta en cuanto se abra el enlace que se le ha enviado.`,
    button: "No he sido yo: elegir una nueva contraseña",
    advice:
      "Si la ha introducido usted, no tiene que hacer nada. Una nueva contraseña anula el enlace y cierra todas las sesiones."
  },
  email_changed: {
    subject: (workspace) => `Se ha cambiado su dirección de correo de ${workspace}`,
    happened: (workspace) =>
      `Su cuenta en el espacio de trabajo ${workspace} tiene ahora otra dirección de correo. Con esta ya no inicia sesión.`,
    button: "Iniciar sesión",
    advice: "Si no la ha cambiado usted, avise enseguida a un propietario del espacio de trabajo."
  },
  second_factor_on: {
    subject: (workspace) => `Un segundo factor para su cuenta de ${workspace}`,
    happened: (workspace) =>
      `Se ha configurado un segundo factor para su cuenta en el espacio de trabajo ${workspace}. Cada inicio de sesión necesita ahora un código.`,
    button: "No he sido yo: elegir una nueva contraseña",
    advice:
      "Si lo ha configurado usted, no tiene que hacer nada. Guarde los códigos de recuperación en un lugar seguro."
  },
  second_factor_off: {
    subject: (workspace) => `Se ha quitado el segundo factor de su cuenta de ${workspace}`,
    happened: (workspace) =>
      `Se ha quitado el segundo factor de su cuenta en el espacio de trabajo ${workspace}. La contraseña sola vuelve a bastar.`,
    button: "No he sido yo: elegir una nueva contraseña",
    advice: "Si lo ha quitado usted, no tiene que hacer nada."
  },
  api_key_created: {
    subject: (workspace, name) => `Una nueva clave de API de ${workspace}: ${name}`,
    happened: (workspace) => `Se ha creado una clave de API en el espacio de trabajo ${workspace}.`,
    button: "Ver las claves de API",
    advice: "Si su agencia no la ha creado, revóquela y elija una nueva contraseña."
  },
  export_ready: {
    subject: (workspace) => `La exportación de ${workspace} está lista`,
    happened: (workspace) =>
      `La exportación del espacio de trabajo ${workspace} se puede descargar.`,
    button: "Descargar la exportación",
    advice:
      "El enlace pide el inicio de sesión de un propietario. Si no ha solicitado la exportación, elija una nueva contraseña y avise a los demás propietarios."
  },
  new_device: {
    subject: (workspace) => `Un inicio de sesión en ${workspace} desde un dispositivo nuevo`,
    happened: (workspace) =>
      `Un dispositivo ha iniciado sesión por primera vez en su cuenta del espacio de trabajo ${workspace}.`,
    button: "No he sido yo: elegir una nueva contraseña",
    advice:
      "Si ha sido usted, no tiene que hacer nada. Una nueva contraseña cierra todas las sesiones."
  },
  endpoint: "Punto de conexión",
  name: "Nombre",
  key: "Clave",
  createdBy: "Creada por",
  linkEnds: "El enlace caduca",
  when: "Fecha y hora",
  ipAddress: "Dirección IP"
}
