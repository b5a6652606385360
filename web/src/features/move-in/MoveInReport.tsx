import type { MoveInReport as Report } from '@aliquot/contract/move-in'
import { Text, Title } from '@mantine/core'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { sizeText } from '../../ui/words/size-text.ts'
import { moveInMessages } from './move-in.messages.ts'
import classes from './move-in.module.css'
import { groupProblems } from './problems.ts'

/** Those that say something of their own. The last one is the reason for the title of the list. */
const TOLD = ['there', 'here', 'made', 'updated', 'conflicts', 'failed', 'hidden'] as const

/** What is there, what is here, who becomes whom, and what could not come. */
export function MoveInReport({ report }: { report: Report }) {
  const text = useMessages(moveInMessages)
  const { language } = useLanguage()
  const number = (count: number) => count.toLocaleString(localeOf(language))
  const { counts, files, people, problems, problems_total, keys, dry_run } = report
  const words = dry_run ? text.would : text.did
  const kinds = Object.entries(counts).filter(([, count]) => TOLD.some((told) => count[told] > 0))
  return (
    <>
      <section>
        <Title order={4} size="h5" mb="xs">
          {text.counts}
        </Title>
        <ul className={rows.rows} aria-label={text.counts}>
          {kinds.map(([kind, count]) => (
            <li key={kind} className={rows.row}>
              <div className={rows.main}>
                <div className={rows.title}>{nameOf(text.kinds, kind)}</div>
                <div className={rows.facts}>
                  {TOLD.filter((told) => count[told] > 0).map((told) => (
                    <span key={told}>{words[told](number(count[told]))}</span>
                  ))}
                </div>
              </div>
            </li>
          ))}
          {files.there + files.brought > 0 && (
            <li className={rows.row}>
              <div className={rows.main}>
                <div className={rows.title}>{text.files}</div>
                <div className={rows.facts}>
                  <span>
                    {dry_run ? words.there(number(files.there)) : words.made(number(files.brought))} (
                    {sizeText(files.bytes, language)})
                  </span>
                  {files.compared > files.differing && (
                    <span>{text.compared(number(files.compared - files.differing))}</span>
                  )}
                  {files.differing > 0 && <span>{text.differing(number(files.differing))}</span>}
                  {files.missing > 0 && <span>{text.missing(number(files.missing))}</span>}
                </div>
              </div>
            </li>
          )}
        </ul>
        <Text size="sm" c="var(--quiet)" mt="xs" className={classes.name}>
          {text.seenBy(keys.map(({ name }) => name).join(', '))}
        </Text>
      </section>
      {people.length > 0 && (
        <section>
          <Title order={4} size="h5" mb="xs">
            {text.people}
          </Title>
          <ul className={rows.rows} aria-label={text.people}>
            {people.map(({ userid, name, email, fullname }) => (
              <li key={userid} className={rows.row}>
                <div className={rows.main}>
                  <div className={rows.title}>{name}</div>
                  <div className={rows.facts}>
                    <span>{email}</span>
                    <span>{fullname === null ? text.newAccount : text.becomes(fullname)}</span>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {problems.length > 0 && (
        <section>
          <Title order={4} size="h5" mb="xs">
            {text.problems(number(problems_total))}
          </Title>
          <ul className={rows.rows} aria-label={text.problems(number(problems_total))}>
            {groupProblems(problems).map(({ code, message, count, examples }) => (
              <li key={code} className={rows.row}>
                <div className={rows.main}>
                  <div className={rows.title}>{nameOf(text.problem, code, message)}</div>
                  <div className={rows.facts}>
                    {count > 1 && <span>{text.times(number(count))}</span>}
                    {examples.map((example) => (
                      <span key={example}>{example}</span>
                    ))}
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** What a newer service says is shown as it says it. */
function nameOf(words: Readonly<Record<string, string>>, code: string, otherwise = code): string {
  return Object.hasOwn(words, code) ? (words[code] ?? otherwise) : otherwise
}
