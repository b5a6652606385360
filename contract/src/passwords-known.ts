/**
 * What guessing programs try first, in lower case: the words in leaked passwords, and popular long passwords.
 * Substitutions (`p4ssw0rd`) are undone before the lookup.
 */
const WORDS = `
password passwort passwords passw pass word motdepasse contrasena contrasenya senha parola haslo wachtwoord losenord
salasana lozinka heslo sifre kodeord mypassword thepassword newpassword mypass changeme change changeit letmein let me in
welcome willkommen bienvenue bienvenido benvenuto admin administrator administrateur root toor user username guest test
tester testing temp temporary default secret secrets private public login logon logmein signin access open sesame
opensesame master superman batman spiderman ironman wonderwoman starwars startrek pokemon pikachu naruto minecraft
fortnite roblox playstation nintendo xbox warcraft starcraft counterstrike
qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qweasd qweasdzxc wasd
iloveyou ilove love lovely loveme loveyou lovers baby babygirl babyboy princess prince angel angels sweet sweetheart
honey sugar cookie chocolate cherry peaches banana orange apple lemon strawberry pumpkin butter butterfly flower
flowers rose daisy sunflower sunshine rainbow summer winter spring autumn january february march april may june july
august september october november december monday tuesday wednesday thursday friday saturday sunday
dragon monkey tiger lion panther eagle eagles falcon hawk wolf bear panda kitty kitten hello hellokitty puppy horse
dolphin turtle rabbit mouse shadow ghost phoenix unicorn snoopy scooby mickey donald garfield simba
football soccer baseball basketball hockey tennis golf cricket rugby volleyball swimming liverpool arsenal chelsea
barcelona realmadrid juventus manchester united rangers celtic yankees cowboys steelers lakers packers
michael jordan jennifer jessica ashley amanda daniel david andrew anthony alexander alexandra matthew thomas robert
william charles charlie george james jason joseph joshua justin kevin nicholas nicole samantha stephanie michelle
melissa elizabeth victoria veronica patricia barbara maria marie anna sophie sophia olivia emma martin richard
christopher christian benjamin jonathan patrick ricardo fernando roberto carlos alejandro gabriel rafael miguel
freedom forever whatever nothing everything something anything nobody somebody trustno trustnoone trust believe
unbelievable impossible incredible computer internet keyboard monitor laptop windows microsoft google facebook
instagram twitter linkedin yahoo hotmail gmail amazon apple samsung iphone android adobe photoshop
mustang corvette camaro ferrari porsche mercedes bmw honda toyota yamaha harley kawasaki
money dollar million diamond diamonds silver golden gold platinum crystal purple yellow green blue black white red
pepper ginger coffee cheese pizza chicken hunter killer ranger soldier warrior knight wizard magic merlin matrix
jesus christ heaven blessed blessing faith grace lord god godisgood jesuschrist jesusloves
fuckyou fuck fucking fuckoff asshole bitch shit sexy pussy
america american canada england london paris france germany deutschland berlin italia espana mexico brasil russia
india china japan tokyo australia newyork california texas chicago boston dallas
correct battery staple thequick quickbrown brownfox quick brown fox jumps over lazy dog the and for you are my your
our one two three four five six seven eight nine ten zero hundred thousand number numbers letters
science scientist research researcher laboratory laboratories labor laboratoire laboratorio lab labs notebook
labbook labnotebook experiment experiments protocol sample samples biology chemistry physics genetics genomics
medicine hospital clinic doctor student students teacher school university universitaet universite universidad
institute institut college campus department professor
aliquot elab elabftw elabnotebook eln server service system company office home family mother father sister brother
friend friends bestfriend birthday happy happybirthday christmas merry holiday vacation
`

/** Popular passwords that do not consist of the words above. */
const WHOLE = `
1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qazxsw23edcvfr4 zaq12wsx zaq1zaq1
qazwsxedcrfv qazwsxedcrfvtgb 1a2b3c4d5e6f a1b2c3d4e5f6 a1b2c3d4 q1w2e3r4t5y6 q1w2e3r4t5 qwe123qwe123 qweqweqweqwe
123qwe123qwe 123qweasdzxc 1qwertyuiop0 qwer1234asdf asdfqwerzxcv abc123abc123 aa12345678 aaa111bbb222 112233445566
121212121212 147258369000 147258369 159357456852 789456123000 741852963000 987654321000 102030405060 010203040506
100200300400 110120130140 314159265358 3141592653589 271828182845 161803398874 020406081012 135791113151
tobeornottobe maytheforcebewithyou thequickbrownfox correcthorsebatterystaple loremipsumdolor loremipsumdolorsitamet
onceuponatime thisisapassword thisismypassword ihatepasswords donotenter donttouchthis nopasswordhere supersecret
supercalifragilistic mississippi abracadabra hakunamatata areyoukidding whoareyou whatthehell
ilovemyfamily ilovemymom ilovemydog ilovemycat ilovemywife iloveyoubaby iloveyousomuch mydogsname
letmeinplease letmeinnow openthedoor swordfish rumpelstiltskin rosebud
hunter2hunter2 trustno1trustno1 admin123admin123 p@ssw0rdp@ssw0rd
`

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** All known words, without those so short that any text contains them by chance. */
export const KNOWN: ReadonlySet<string> = new Set([...words(WORDS), ...words(WHOLE)].filter((word) => word.length >= 3))

/** Rows and columns of keyboards, and well-known sequences. */
export const SEQUENCES: readonly string[] = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
]
