/** The words of the settings in Spanish. */
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
  cancel: "Cancelar"
}
