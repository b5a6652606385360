import type { MailWords } from './english.ts'

export const german: MailWords = {
  commented: (name) => `${name} hat kommentiert:`,
  mentioned: (name) => `${name} hat Sie erwähnt:`,
  mentionedInComment: (name) => `${name} hat Sie in einem Kommentar erwähnt:`,
  deadline: (at) => `Dieser Schritt ist am ${at} fällig:`,
  asks: {
    archive: (name) => `${name} bittet Sie, diesen Eintrag zu archivieren.`,
    lock: (name) => `${name} bittet Sie, diesen Eintrag zu sperren.`,
    review: (name) => `${name} bittet Sie, diesen Eintrag zu prüfen.`,
    sign: (name) => `${name} bittet Sie, diesen Eintrag zu unterschreiben.`,
    timestamp: (name) => `${name} bittet Sie, diesen Eintrag mit einem Zeitstempel zu versehen.`,
  },
  followed: (name, count) =>
    `${count === 1 ? 'Eine Änderung' : `${count} Änderungen`} in diesem Eintrag, dem Sie folgen${name ? `, zuletzt von ${name}` : ''}.`,
  newPeople: (team) => `Neu in ${team}`,
  joined: (name, team) => `${name} ist jetzt im Team ${team}.`,
  waiting: (name, team) => `${name} wartet auf die Freigabe für das Team ${team}.`,
  openEntry: 'Eintrag öffnen',
  openTeam: 'Team öffnen',
  openNotebook: 'Notizbuch öffnen',
  because: 'Sie erhalten diese E-Mail wegen Ihrer Einstellungen für Benachrichtigungen.',
  unsubscribe: 'Diese E-Mails abbestellen',
  settings: 'Einstellungen für Benachrichtigungen',
  automatic: 'Diese Nachricht wurde automatisch gesendet.',
  writtenBy: (name) => `${name} hat diese Nachricht mit Aliquot gesendet.`,
  testSubject: 'Testnachricht von Aliquot',
  test: 'E-Mail funktioniert: Diese Nachricht ist angekommen.',
  validatedSubject: 'Ihr Konto ist bereit',
  validated: 'Ihr Konto wurde freigegeben. Sie können sich jetzt anmelden.',
  waitsSubject: 'Ihr Konto wartet auf die Freigabe',
  waits:
    'Ihr Konto wurde angelegt. Sie können sich anmelden, sobald ein Admin es freigegeben hat. Dann erhalten Sie eine weitere E-Mail.',
  webhookOffSubject: 'Ein Webhook wurde abgeschaltet',
  webhookOff: {
    gone: (url) => `${url} meldet, dass es diesen Empfänger nicht mehr gibt (410). Der Webhook wurde abgeschaltet.`,
    failing: (url) =>
      `Drei Tage lang kam bei ${url} nichts an. Der Webhook wurde abgeschaltet. Setzen Sie ihn fort, dann geht es dort weiter, wo er aufhörte.`,
    owner: (url) => `Der Webhook an ${url} steht Ihnen nicht mehr zu. Er wurde abgeschaltet.`,
    secret: (url) =>
      `Das Geheimnis des Webhooks an ${url} lässt sich auf diesem Server nicht entschlüsseln. Er wurde abgeschaltet: Erneuern Sie das Geheimnis und setzen Sie ihn fort.`,
    operator: (url) =>
      `Der Betreiber des Laborbuchs hat den Webhook an ${url} abgeschaltet. Fragen Sie nach, bevor Sie ihn fortsetzen.`,
  },
  openWebhooks: 'Webhooks öffnen',
  exportFailedSubject: 'Ihr Export ist gescheitert',
  exportFailed: (entries) =>
    `Der Export${entries === null ? '' : entries === 1 ? ' eines Eintrags' : ` von ${entries} Einträgen`} konnte nicht beendet werden. Die Datei ist unvollständig: Starten Sie den Export noch einmal.`,
  exportReadySubject: 'Ihr Export ist fertig',
  exportReady: (entries, days) =>
    `Der Export ${entries === 1 ? 'eines Eintrags' : `von ${entries} Einträgen`} ist fertig. Sie können ihn ${days === 1 ? 'einen Tag' : `${days} Tage`} lang herunterladen.`,
  openExports: 'Exporte öffnen',
  agentSilentSubject: (name) => `Keine Nachricht von ${name}`,
  agentSilent: (name, host, at) =>
    `${name} auf ${host} hat sich seit ${at} nicht gemeldet. Dateien kommen womöglich nicht an: Prüfen Sie den Rechner, sein Netz und seinen Schlüssel.`,
  openInstruments: 'Instrumente öffnen',
  passwordSubject: 'Neues Passwort festlegen',
  password: 'Jemand, hoffentlich Sie, hat ein neues Passwort für Ihr Konto angefordert.',
  passwordButton: 'Neues Passwort festlegen',
  passwordHint:
    'Der Link funktioniert einmal, eine Stunde lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',
  stopTitle: 'Diese E-Mails abbestellen?',
  stopHint: 'Alles steht weiterhin in der Glocke des Notizbuchs.',
  stopButton: 'E-Mails abbestellen',
  stopped: 'E-Mails abbestellt',
  stoppedHint: 'In Ihrem Konto können Sie sie unter Benachrichtigungen wieder einschalten.',
  wrongLink: 'Dieser Link funktioniert nicht',
  wrongLinkHint: 'Schalten Sie E-Mails in Ihrem Konto unter Benachrichtigungen aus.',
  kinds: {
    comment_created: 'Kommentare',
    mention: 'Erwähnungen',
    followed: 'Beobachtete Einträge',
    request_created: 'Anfragen',
    trouble: 'Störungen',
    step_deadline: 'Fristen',
    user_created: 'Neue Personen',
    user_need_validation: 'Freizugebende Personen',
  },
}
