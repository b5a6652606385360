import { defineMessages } from '../../i18n/messages.tsx'

export const configMessages = defineMessages(
  {
    title: 'Settings',
    intro: 'What holds for all teams. Each change is saved at once and written into the audit trail.',
    saved: (label: string) => `Saved: ${label}`,
    groups: {
      announcements: 'Announcements',
      levels: 'With whom entries can be shared',
      accounts: 'Accounts',
      passwords: 'Passwords',
      sessions: 'Staying signed in',
    },
    levelsHint: 'What can be chosen from now on. Entries that are shared already stay as they are.',
    switches: {
      allow_permission_useronly: { label: 'Only oneself', hint: '' },
      allow_permission_user: { label: 'Oneself and the admins of the team', hint: '' },
      allow_permission_team: { label: 'The whole team', hint: '' },
      allow_permission_organization: { label: 'Everybody with an account', hint: '' },
      allow_permission_full: { label: 'Everybody, also without an account', hint: '' },
      admins_create_users: {
        label: 'Admins of a team invite people',
        hint: 'Otherwise only sysadmins make accounts.',
      },
      admins_import_users: {
        label: 'Admins add people of other teams to theirs',
        hint: 'Otherwise only sysadmins do.',
      },
      admins_archive_users: {
        label: 'Admins archive the members of their team',
        hint: 'Otherwise only sysadmins do.',
      },
      allow_users_change_identity: {
        label: 'People change their own name and e-mail',
        hint: 'Names stand under entries, so usually a sysadmin does.',
      },
      anon_users: {
        label: 'People without an account see what is open to everybody',
        hint: 'Entries that are shared with everybody, and share links.',
      },
    },
    written: {
      announcement: {
        label: 'For everybody who is signed in',
        hint: 'Shown above every page, until they close it. Empty: nothing is shown.',
      },
      login_announcement: {
        label: 'On the sign-in page',
        hint: 'The whole world can read it. Empty: nothing is shown.',
      },
      email_domain: {
        label: 'E-mail addresses that an account can have',
        hint: 'Domains, separated by commas: example.org, *.example.org. Empty: any.',
      },
      min_password_length: {
        label: 'Fewest characters',
        hint: 'Counts for new passwords. Long ones are safer than complicated ones.',
      },
      cookie_validity_time: {
        label: 'Minutes until one signs in anew',
        hint: '43200 minutes are 30 days. Each visit starts them again.',
      },
      autologout_time: {
        label: 'Minutes without a visit until one is signed out',
        hint: '0: never before the time above. For shared computers 30 is a good choice.',
      },
    },
    complexity: 'What must be in it',
    complexityHint: 'Common and guessable passwords are refused in any case.',
    complexities: {
      0: 'Anything',
      10: 'Capital and small letters',
      20: 'Capital and small letters, and digits',
      30: 'Capital and small letters, digits, and other signs',
    },
  },
  {
    fr: {
      title: 'Réglages',
      intro:
        'Ce qui vaut pour toutes les équipes. Chaque changement est enregistré aussitôt et inscrit au journal d’audit.',
      saved: (label: string) => `Enregistré : ${label}`,
      groups: {
        announcements: 'Annonces',
        levels: 'Avec qui les entrées peuvent être partagées',
        accounts: 'Comptes',
        passwords: 'Mots de passe',
        sessions: 'Rester connecté',
      },
      levelsHint: 'Ce que l’on peut choisir désormais. Les entrées déjà partagées restent comme elles sont.',
      switches: {
        allow_permission_useronly: { label: 'Soi seul', hint: '' },
        allow_permission_user: { label: 'Soi et les admins de l’équipe', hint: '' },
        allow_permission_team: { label: 'Toute l’équipe', hint: '' },
        allow_permission_organization: { label: 'Toute personne avec un compte', hint: '' },
        allow_permission_full: { label: 'Tout le monde, même sans compte', hint: '' },
        admins_create_users: {
          label: 'Les admins d’une équipe invitent des personnes',
          hint: 'Sinon, seuls les admins système créent des comptes.',
        },
        admins_import_users: {
          label: 'Les admins ajoutent à leur équipe des personnes d’autres équipes',
          hint: 'Sinon, seuls les admins système.',
        },
        admins_archive_users: {
          label: 'Les admins archivent les membres de leur équipe',
          hint: 'Sinon, seuls les admins système.',
        },
        allow_users_change_identity: {
          label: 'Chacun modifie son nom et son e-mail',
          hint: 'Les noms figurent sous les entrées : d’habitude, c’est un admin système.',
        },
        anon_users: {
          label: 'Les personnes sans compte voient ce qui est ouvert à tous',
          hint: 'Les entrées partagées avec tout le monde, et les liens de partage.',
        },
      },
      written: {
        announcement: {
          label: 'Pour toutes les personnes connectées',
          hint: 'Affichée en haut de chaque page, jusqu’à ce qu’on la ferme. Vide : rien n’est affiché.',
        },
        login_announcement: {
          label: 'Sur la page de connexion',
          hint: 'Le monde entier peut la lire. Vide : rien n’est affiché.',
        },
        email_domain: {
          label: 'Adresses e-mail admises pour un compte',
          hint: 'Domaines séparés par des virgules : example.org, *.example.org. Vide : toutes.',
        },
        min_password_length: {
          label: 'Nombre minimal de caractères',
          hint: 'Vaut pour les nouveaux mots de passe. Un long est plus sûr qu’un compliqué.',
        },
        cookie_validity_time: {
          label: 'Minutes avant de devoir se reconnecter',
          hint: '43200 minutes font 30 jours. Chaque visite les fait repartir.',
        },
        autologout_time: {
          label: 'Minutes sans visite avant d’être déconnecté',
          hint: '0 : jamais avant la durée ci-dessus. Pour des ordinateurs partagés, 30 est un bon choix.',
        },
      },
      complexity: 'Ce qu’il doit contenir',
      complexityHint: 'Les mots de passe courants ou faciles à deviner sont refusés de toute façon.',
      complexities: {
        0: 'N’importe quoi',
        10: 'Majuscules et minuscules',
        20: 'Majuscules, minuscules et chiffres',
        30: 'Majuscules, minuscules, chiffres et autres signes',
      },
    },
  },
)
