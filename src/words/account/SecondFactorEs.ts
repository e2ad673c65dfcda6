/** The words of the second factor in Spanish. */
import type { SecondFactorWords } from "./SecondFactorWords.ts"

export const secondFactorEs: SecondFactorWords = {
  title: "Segundo factor",
  isOff: "Un código de una aplicación de su teléfono, además de la contraseña.",
  isOn: "Cada inicio de sesión necesita un código de su aplicación.",
  setUp: "Configurar un segundo factor",
  turnOff: "Desactivar el segundo factor",
  required:
    "Su espacio de trabajo exige un segundo factor a propietarios y administradores. Configúrelo para continuar.",
  scan: "Escanee la imagen con una aplicación de autenticación, o escriba la clave en ella. Introduzca después el código que muestra la aplicación.",
  qrCode: "Código QR para una aplicación de autenticación",
  secret: "Clave",
  code: "Código",
  codeHint: "Seis cifras",
  confirm: "Activar el segundo factor",
  codeWrong: "Este código no es correcto. Introduzca el que la aplicación muestra ahora",
  offText: "Sin él, la contraseña sola basta para iniciar sesión.",
  codeOrRecovery: "Código, o un código de recuperación",
  recovery: {
    title: "Códigos de recuperación",
    text: "El segundo factor está activado. Cada uno de estos códigos funciona una vez en lugar de un código de la aplicación. Guárdelos en un lugar seguro: no se muestran de nuevo.",
    done: "Los he guardado",
    gone: "Los códigos de recuperación se mostraron una vez. Si no los guardó, desactive el segundo factor y vuelva a activarlo."
  },
  signIn: {
    title: "Introduzca su código",
    text: "Su cuenta tiene un segundo factor. Introduzca el código que muestra su aplicación, o un código de recuperación.",
    button: "Iniciar sesión",
    wrong: "El código no es correcto, o ya se ha usado",
    expired: "La contraseña se introdujo hace demasiado tiempo. Inicie sesión de nuevo."
  }
}
