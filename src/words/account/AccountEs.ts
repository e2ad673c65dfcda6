/** The words of the account in Spanish. */
import type { AccountWords } from "./AccountWords.ts"

export const accountEs: AccountWords = {
  dones: {
    name: "Su nombre se ha guardado.",
    email:
      "Si la dirección está libre, se le ha enviado un enlace. Funciona una sola vez, durante una hora.",
    confirmed: "Su dirección de correo ha cambiado. Inicie sesión con la nueva a partir de ahora.",
    password: "Su contraseña ha cambiado. Todas sus demás sesiones se han cerrado.",
    ended: "La sesión se ha cerrado.",
    others: "Todas sus demás sesiones se han cerrado.",
    preferences: "Guardado.",
    factor: "El segundo factor está desactivado."
  },
  name: "Nombre",
  saveName: "Guardar el nombre",
  nameWrong: "Introduzca un nombre de 255 caracteres como máximo",
  email: "Correo",
  emailNow: (email) => `Inicia sesión con ${email}.`,
  newEmail: "Nueva dirección de correo",
  emailHint: "Se envía un enlace a la nueva dirección. Hasta que se abra, nada cambia.",
  requestEmail: "Cambiar el correo",
  emailWrong: "Introduzca una dirección de correo como nombre@example.com",
  emailSame: "Ya es su dirección",
  password: "Contraseña",
  passwordHint: "Una nueva contraseña cierra todas sus demás sesiones.",
  presentPassword: "Contraseña actual",
  newPassword: "Nueva contraseña",
  passwordRules: "Al menos 12 caracteres, y ninguna de las 10.000 contraseñas más comunes.",
  repeatedPassword: "Nueva contraseña otra vez (opcional)",
  changePassword: "Cambiar la contraseña",
  presentWrong: "La contraseña actual no es correcta",
  passwordShort: "La nueva contraseña debe tener al menos 12 caracteres",
  passwordLong: "La nueva contraseña debe tener 200 caracteres como máximo",
  passwordCommon: "La nueva contraseña es demasiado común, también con cifras y signos alrededor",
  passwordNoLetters: "La nueva contraseña debe tener algo más que cifras y signos",
  passwordsDiffer: "Las dos contraseñas nuevas son distintas",
  sessions: "Sesiones",
  sessionsHint: "Una sesión termina tras 12 horas sin uso, y a los 14 días.",
  columns: ["Dispositivo", "Dirección IP", "Desde", "Último uso"],
  device: (browser, system) => `${browser} en ${system}`,
  unknownDevice: "Dispositivo desconocido",
  unknown: "desconocida",
  thisOne: "esta",
  end: "Cerrar",
  endOthers: "Cerrar todas las demás sesiones",
  noOthers: "No tiene ninguna otra sesión abierta.",
  preferences: "Idioma y teclado",
  language: "Idioma de las páginas",
  asBrowser: "Como mi navegador",
  languages: { en: "Inglés", de: "Alemán", fr: "Francés", es: "Español" },
  keyboard: "Teclado",
  keys: "Atajos de teclado con teclas sueltas",
  keysHint: "? los muestra. Desactívelos si dicta o si sus teclas tienen otro uso.",
  savePreferences: "Guardar los ajustes",
  confirm: {
    title: "Confirmar su nueva dirección de correo",
    text: (email, name) => `${name} iniciará sesión con ${email} a partir de ahora.`,
    button: "Confirmar la dirección",
    gone: "Este enlace ya no funciona",
    goneText:
      "Ha caducado o ya se ha usado, o la contraseña ha cambiado desde entonces. Introduzca la dirección de nuevo en Mi cuenta."
  },
  switcher: {
    title: "Sus otros espacios de trabajo",
    signInTo: (workspace) => `Iniciar sesión en ${workspace}`
  }
}
