import { defineTexts } from '../../i18n/text.tsx'

interface Counts {
  all_users_count: number
  teams_count: number
  experiments_count: number
}

export const adminTexts = defineTexts(
  {
    title: 'Administration',
    onlySysadmins: 'Only system administrators have something to do here.',
    sections: { users: 'Users', teams: 'Teams', audit: 'Audit trail', health: 'Health' },
    usersIntro: 'Everybody with an account. Who forgot the password gets a new link.',
    findPerson: 'Find by name or e-mail',
    found: (total: number, shown: number) =>
      total > shown ? `${total} people, the first ${shown} shown` : total === 1 ? '1 person' : `${total} people`,
    sysadmin: 'Sysadmin',
    archivedIn: (team: string) => `${team} (archived)`,
    teamsIntro: 'Members of a team share what they write, unless they choose otherwise.',
    teamName: 'Name of a new team',
    addTeam: 'Add team',
    teamAdded: (name: string) => `Added the team ${name}`,
    auditIntro: 'Who did what and when. Of entries only which fields changed.',
    words: 'Words',
    about: 'About',
    everything: 'Everything',
    from: 'From',
    to: 'To',
    subjects: {
      user: 'User',
      membership: 'Membership',
      team: 'Team',
      apikey: 'API key',
      session: 'Session',
      entity: 'Entry',
      comment: 'Comment',
      tag: 'Tag',
      pin: 'Pin',
      notification: 'Notification',
    },
    verbs: {
      created: 'created',
      updated: 'changed',
      deleted: 'deleted',
      'signed in': 'signed in',
      'signed out': 'signed out',
    },
    system: 'System',
    older: 'Show older ones',
    nothingFound: 'Nothing like that happened.',
    exportAs: (format: string) => `Export as ${format}`,
    soFar: (count: number) => `${count} events so far`,
    healthIntro: 'What aliquot doctor says on the command line.',
    states: { ok: 'Fine', warning: 'Worth a look', wrong: 'Wrong' },
    checks: {
      configuration: 'Configuration',
      disk: 'Disk',
      permissions: 'Permissions',
      database: 'Database',
      schema: 'Schema',
      clock: 'Clock',
      journal: 'Journal',
    },
    counts: (info: Counts) =>
      `Users: ${info.all_users_count} · Teams: ${info.teams_count} · Experiments: ${info.experiments_count}`,
  },
  {
    fr: {
      title: 'Administration',
      onlySysadmins: 'Seuls les administrateurs du système ont à faire ici.',
      sections: { users: 'Utilisateurs', teams: 'Équipes', audit: 'Journal d’audit', health: 'État' },
      usersIntro: 'Toutes les personnes avec un compte. Qui a oublié son mot de passe reçoit un nouveau lien.',
      findPerson: 'Chercher par nom ou e-mail',
      found: (total: number, shown: number) =>
        total > shown
          ? `${total} personnes, les ${shown} premières affichées`
          : total === 1
            ? '1 personne'
            : `${total} personnes`,
      sysadmin: 'Admin système',
      archivedIn: (team: string) => `${team} (archivé)`,
      teamsIntro: 'Les membres d’une équipe partagent ce qu’ils écrivent, sauf s’ils choisissent autre chose.',
      teamName: 'Nom d’une nouvelle équipe',
      addTeam: 'Ajouter',
      teamAdded: (name: string) => `Équipe ${name} ajoutée`,
      auditIntro: 'Qui a fait quoi et quand. Des entrées, seulement quels champs ont changé.',
      words: 'Mots',
      about: 'Au sujet de',
      everything: 'Tout',
      from: 'Du',
      to: 'Au',
      subjects: {
        user: 'Utilisateur',
        membership: 'Appartenance',
        team: 'Équipe',
        apikey: 'Clé d’API',
        session: 'Session',
        entity: 'Entrée',
        comment: 'Commentaire',
        tag: 'Mot-clé',
        pin: 'Épingle',
        notification: 'Notification',
      },
      verbs: {
        created: 'création',
        updated: 'modification',
        deleted: 'suppression',
        'signed in': 'connexion',
        'signed out': 'déconnexion',
      },
      system: 'Système',
      older: 'Afficher plus ancien',
      nothingFound: 'Rien de tel ne s’est produit.',
      exportAs: (format: string) => `Exporter en ${format}`,
      soFar: (count: number) => `${count} événements jusqu’ici`,
      healthIntro: 'Ce que dit aliquot doctor en ligne de commande.',
      states: { ok: 'Bien', warning: 'À regarder', wrong: 'Incorrect' },
      checks: {
        configuration: 'Configuration',
        disk: 'Disque',
        permissions: 'Droits d’accès',
        database: 'Base de données',
        schema: 'Schéma',
        clock: 'Horloge',
        journal: 'Journal',
      },
      counts: (info: Counts) =>
        `Utilisateurs : ${info.all_users_count} · Équipes : ${info.teams_count} · Expériences : ${info.experiments_count}`,
    },
  },
)
