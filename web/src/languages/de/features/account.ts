import type { accountMessages } from '../../../features/account/account.messages.ts'
import type { apikeyMessages } from '../../../features/account/apikeys.messages.ts'
import type { notificationSettingsMessages } from '../../../features/account/notification-settings.messages.ts'
import type { ownFilesMessages } from '../../../features/account/own-files.messages.ts'
import type { paperSettingsMessages } from '../../../features/account/paper-settings.messages.ts'
import type { WordsOf } from '../../../i18n/messages.tsx'

export const account: WordsOf<typeof accountMessages> = {
  title: 'Ihr Konto',
  sections: {
    profile: 'Profil',
    password: 'Passwort',
    look: 'Darstellung',
    writing: 'Vorgaben',
    paper: 'Papier',
    notifications: 'Benachrichtigungen',
    files: 'Eigene Dateien',
    sessions: 'Sitzungen',
    keys: 'API-Schlüssel',
    webhooks: 'Webhooks',
  },
  keysIntro: 'Mit einem Schlüssel handelt ein Programm oder Gerät in Ihrem Namen. Verwenden Sie einen je Gerät.',
  noKeys: 'Noch keine Schlüssel. Erstellen Sie oben einen für Ihr erstes Skript oder Gerät.',
  keyName: 'Name',
  keyNamePlaceholder: 'Waage in Raum 2.14',
  keyNameProposed: (time) => `Schlüssel vom ${time}`,
  keyLevel: 'Zugriff',
  actsIn: (team) => `Arbeitet im Team ${team}.`,
  actsInOneOf: (team) => `Arbeitet im Team ${team}. Wechseln Sie für ein anderes zuerst das Team.`,
  createKey: 'Schlüssel erstellen',
  keyCreated: 'Ihr neuer Schlüssel',
  keyOnce: 'Kopieren Sie ihn jetzt. Er wird nicht wieder angezeigt.',
  key: 'Schlüssel',
  tryIt: 'Im Terminal ausprobieren',
  done: 'Fertig',
  createdAt: 'Erstellt',
  lastUsed: 'Verwendet',
  neverUsed: 'Nie verwendet',
  deleteKey: (name) => `Schlüssel ${name} löschen`,
  keyDeleted: (name) => `Schlüssel ${name} gelöscht`,
  sessionsIntro: 'Hier sind Sie angemeldet. Melden Sie unbekannte Sitzungen ab und ändern Sie dann Ihr Passwort.',
  thisSession: 'Dieses Gerät',
  unknownBrowser: 'Unbekanntes Programm',
  signedIn: 'Angemeldet',
  lastSeen: 'Gesehen',
  expires: 'Läuft ab',
  endSession: 'Abmelden',
  endOthers: 'Überall sonst abmelden',
  sessionEnded: 'Sitzung abgemeldet',
  othersEnded: 'Alle anderen Sitzungen abgemeldet',
  passwordIntro: 'Eine Änderung meldet Sie überall sonst ab.',
  currentPassword: 'Aktuelles Passwort',
  newPassword: 'Neues Passwort',
  show: 'Passwort anzeigen',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Passwort geändert. Sie sind überall sonst abgemeldet.',
  keysStillWork: (count) =>
    count === 1
      ? 'Ihr API-Schlüssel funktioniert weiter. Jemand mit dem alten Passwort könnte ihn erstellt haben.'
      : `Ihre ${count} API-Schlüssel funktionieren weiter. Jemand mit dem alten Passwort könnte einen erstellt haben.`,
  removeKeysToo: 'Auch API-Schlüssel entfernen',
  removeKeysForGood: 'Ihre Programme und Geräte funktionieren dann nicht mehr. Das lässt sich nicht rückgängig machen.',
  keysRemoved: 'API-Schlüssel entfernt',
  wrongPassword: 'Das aktuelle Passwort ist falsch.',
  tooManyTries: 'Zu viele Fehlversuche. Versuchen Sie es in 15 Minuten erneut.',
  lookIntro: 'Auf diesem Gerät gespeichert.',
  language: 'Sprache',
  keepEntries: 'Einträge auf diesem Gerät behalten',
  keepEntriesHint:
    'Geöffnete Einträge sind auch ohne Netz lesbar. Beim Abmelden werden sie entfernt. Schalten Sie dies auf einem gemeinsam genutzten Computer aus.',
  keepEntriesForbidden: 'Ihr Administrator hat dies ausgeschaltet.',
  writingIntro: 'Vorgaben für neue Experimente.',
  format: 'Format',
  richText: 'Formatierter Text',
  whoReads: 'Kann lesen',
  whoWrites: 'Kann bearbeiten',
  levels: {
    10: 'Nur ich',
    20: 'Ich und Team-Admins',
    30: 'Mein Team',
    40: 'Alle mit Konto',
    50: 'Öffentlich, ohne Konto',
  },
  choiceSaved: 'Vorgaben gespeichert',
  profileIntro: 'Ihr Name, wie andere ihn sehen.',
  firstname: 'Vorname',
  lastname: 'Nachname',
  email: 'E-Mail',
  askSysadmin: 'Bitten Sie die Systemadministration, Ihren Namen oder Ihre E-Mail zu ändern.',
  emailHint: 'Dient zur Anmeldung. Für Ihre Teams sichtbar.',
  orcidHint: 'Ihre ORCID iD',
  saveProfile: 'Speichern',
  profileSaved: 'Profil gespeichert',
}

export const ownFiles: WordsOf<typeof ownFilesMessages> = {
  intro: 'Ihre Dateien aus allen Ihren Teams.',
  order: 'Sortieren nach',
  orders: { created_at: 'Neueste zuerst', filename: 'Name', filesize: 'Größte zuerst' },
  state: 'Zustand',
  states: { 1: 'Aktiv', 2: 'Archiviert', 3: 'Gelöscht' },
  none: {
    1: 'Noch keine Dateien. Legen Sie eine auf einem Experiment ab, oder drücken Sie U.',
    2: 'Keine archivierten Dateien.',
    3: 'Keine gelöschten Dateien.',
  },
  download: (name) => `Herunterladen: ${name}`,
  more: 'Mehr anzeigen',
}

export const apikeys: WordsOf<typeof apikeyMessages> = {
  levels: { read: 'Nur lesen', write: 'Lesen und schreiben', deposit: 'Nur ablegen' },
  levelHints: {
    read: 'Sieht alles, was Sie sehen. Ändert nichts.',
    write: 'Sieht und ändert alles, was Sie sehen und ändern dürfen.',
    deposit:
      'Für ein Gerät. Fügt Dateien, Kommentare und Feldwerte hinzu und sieht nur, was es selbst hinzugefügt hat.',
  },
  templates: 'Erstellt Einträge aus',
  templatesHint: 'Vorlagen, aus denen das Gerät Experimente oder Ressourcen erstellen darf.',
  findTemplate: 'Vorlage suchen …',
  entries: 'Ergänzt',
  entriesHint: 'Einträge, die es schon gibt. Selbst erstellte Einträge darf das Gerät immer ergänzen.',
  findEntry: 'Experiment oder Ressource suchen …',
  nothingFound: 'Keine Ergebnisse',
  removeChosen: (title) => `„${title}“ entfernen`,
  needsTarget: 'Wählen Sie mindestens eine Vorlage oder einen Eintrag.',
  types: {
    experiments: 'Experiment',
    items: 'Ressource',
    experiments_templates: 'Vorlage',
    items_types: 'Ressourcenvorlage',
  },
  reaches: (templates, entries) =>
    [
      templates > 0 ? `${templates} ${templates === 1 ? 'Vorlage' : 'Vorlagen'}` : '',
      entries > 0 ? `${entries} ${entries === 1 ? 'Eintrag' : 'Einträge'}` : '',
    ]
      .filter(Boolean)
      .join(', '),
}

export const notificationSettings: WordsOf<typeof notificationSettingsMessages> = {
  intro: 'Was Sie erfahren, und wie. E-Mails kommen, wenn Ihr Administrator sie eingerichtet hat.',
  kinds: {
    comment_created: { label: 'Kommentare', hint: 'Jemand kommentiert Ihren Eintrag.' },
    mention: { label: 'Erwähnungen', hint: 'Jemand nennt Sie mit @ in einem Eintrag oder Kommentar.' },
    request_created: {
      label: 'Anfragen',
      hint: 'Jemand bittet Sie, einen Eintrag zu prüfen, zu sperren oder zu unterschreiben.',
    },
    followed: { label: 'Beobachtete Einträge', hint: 'Andere ändern einen Eintrag, den Sie beobachten.' },
    step_deadline: { label: 'Fristen', hint: 'Eine halbe Stunde, bevor ein Schritt fällig ist.' },
    trouble: {
      label: 'Im Hintergrund',
      hint: 'Ein Export ist fertig oder gescheitert, ein Webhook ist aus oder ein Instrument schweigt.',
    },
    user_created: { label: 'Neue Personen', hint: 'Für Team-Admins.' },
    user_need_validation: { label: 'Freizugebende Personen', hint: 'Für Team-Admins.' },
  },
  onPage: 'In der Glocke zeigen',
  onPageOf: (kind) => `${kind}: in der Glocke zeigen`,
  byMail: 'E-Mail',
  byMailOf: (kind) => `${kind}: E-Mail`,
  times: { now: 'Sofort', daily: 'Täglich', weekly: 'Wöchentlich', never: 'Nie' },
  language: 'Sprache der E-Mails',
  saved: 'Einstellungen für Benachrichtigungen gespeichert',
}

export const paperSettings: WordsOf<typeof paperSettingsMessages> = {
  intro: 'Wie Ihre Einträge als PDF aussehen. Die Wörter um den Text sind in der Sprache Ihrer E-Mails.',
  size: 'Papierformat',
  sizes: { A4: 'A4 (210 × 297 mm)', LETTER: 'US Letter (8,5 × 11 Zoll)', ROYAL: 'Royal (156 × 234 mm)' },
  files: 'Dateien auflisten',
  filesHint: 'Mit ihren Hashes und kleinen Bildern.',
  append: 'PDFs unter den Dateien anhängen',
  appendHint: 'Ihre Seiten folgen denen des Eintrags. PDF/A enthält sie stattdessen als Dateien.',
  sign: 'Linien für Unterschriften',
  signHint: 'Für Autor und Zeugen, zum Unterschreiben von Hand.',
  saved: 'Papier-Einstellungen gespeichert',
}
