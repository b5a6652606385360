/** The length of the entry in characters. */
const LENGTH = 200_000

const SENTENCES = [
  'The pellet was resuspended in 2 ml of lysis buffer and kept on ice for 20 minutes.',
  'Absorption at 280 nm fell by <strong>0.12</strong> after the third wash.',
  'H<sub>2</sub>O and 10<sup>-3</sup> mol/l of the salt were added; the colour turned <em>pale yellow</em>.',
  'See <a href="/experiments/1">the run of last week</a> for the calibration of the column.',
  'Nothing eluted before fraction 14, which is what we had hoped for.',
]

/** A gel of one pixel: what a picture costs the editor does not depend on its size. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A long, realistic lab record: a section per day, each with text, a list, a task list, a table and a picture. */
export function longEntry(): string {
  let html = ''
  for (let day = 1; html.length < LENGTH; day++) html += section(day)
  return html
}

function section(day: number): string {
  const paragraphs = repeat(
    6,
    (n) => `<p>${repeat(4, (m) => SENTENCES[(day + n + m) % SENTENCES.length] ?? '', ' ')}</p>`,
  )
  const steps = repeat(6, (n) => `<li><p>Step ${n + 1}: ${SENTENCES[n % SENTENCES.length]}</p></li>`)
  const checks = repeat(
    4,
    (n) => `<li data-type="taskItem" data-checked="${n % 2 === 0}"><p>Check the valve ${n + 1}</p></li>`,
  )
  const rows = repeat(8, (n) => `<tr>${repeat(5, (m) => `<td><p>${(day * n * 1.37 + m).toFixed(2)}</p></td>`)}</tr>`)
  const picture = `<figure><img src="${PICTURE}" alt="Gel of day ${day}" width="50%"><figcaption>Gel of day ${day}</figcaption></figure>`
  const head = `<tr>${repeat(5, (n) => `<th><p>Fraction ${n + 1}</p></th>`)}</tr>`
  return (
    `<h2>Day ${day}</h2>${paragraphs}<h3>Steps</h3><ol>${steps}</ol>` +
    `<ul data-type="taskList">${checks}</ul><table><tbody>${head}${rows}</tbody></table>${picture}` +
    `<pre><code>flow = ${day} # ml/min\nprint(flow * 60)</code></pre>`
  )
}

function repeat(count: number, part: (number: number) => string, between = ''): string {
  return Array.from({ length: count }, (_, number) => part(number)).join(between)
}
