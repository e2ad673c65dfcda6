/** The words of the settings in French. */
import type { SettingsWords } from "./SettingsWords.ts"

export const settingsFr: SettingsWords = {
  groups: { you: "Vous", workspace: "Espace", developers: "Développeurs" },
  sections: {
    connected: "Applications connectées",
    workspace: "Entreprise et banque",
    branding: "Identité visuelle",
    invoicing: "Facturation et relances",
    users: "Utilisateurs",
    mails: "E-mails",
    leave: "Export et suppression",
    audit: "Journal d’audit",
    keys: "Clés d’API",
    apps: "Applications OAuth",
    webhooks: "Webhooks",
    docs: "Documentation de l’API"
  },
  dones: {
    saved: "Enregistré.",
    password: "Votre nouveau mot de passe est enregistré. Vous êtes déconnecté partout ailleurs.",
    revoked: "La clé est révoquée.",
    removed: "Supprimé.",
    left: "L’utilisateur est supprimé, et ce qui était coché est révoqué.",
    lowered: "Le rôle est modifié, et ce qui était coché est révoqué.",
    disconnected: "L’application n’a plus accès.",
    queued: "L’envoi aura lieu dans un instant.",
    tried: "L’envoi a eu lieu entre-temps\u00a0: le résultat est ci-dessous.",
    "signed-out": "L’utilisateur est déconnecté partout.",
    invited: "L’invitation sera envoyée dans un instant."
  },
  readOnly:
    "Les propriétaires et administrateurs peuvent modifier ceci\u00a0; vous pouvez le lire.",
  cancel: "Annuler"
}
