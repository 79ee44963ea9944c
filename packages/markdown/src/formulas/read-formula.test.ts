import { expect, it, test } from 'vitest'
import { toHtml, toPlainText } from '../index.ts'
import { readFormula } from './read-formula.ts'

const { raw } = String

const written = (source: string): string | null =>
  readFormula(source)
    ?.map((part) => (part === 'break' ? '\n' : part.level === 'line' ? part.text : `${part.level === 'raised' ? '^' : '_'}{${part.text}}`))
    .join('')
    .replaceAll('\u00a0', ' ') ?? null

test.each([
  [raw`\frac{75}{250} \times 100 = 30\,\%`, '75/250 × 100 = 30 %'],
  [raw`\frac{r+s}{p-q}`, '(r + s)/(p − q)'],
  [raw`\dfrac{1}{2x} + \frac12`, '1/(2x) + 1/2'],
  [raw`\frac{\frac{a}{b}}{c}`, '(a/b)/c'],
  [raw`3\frac{1}{2} + \frac{1}{2}x`, '3 (1/2) + (1/2)x'],
  [raw`\left(\frac{a}{b}\right)^2`, '(a/b)²'],
  [raw`\frac{\text{Montant versé}}{\text{Nombre d’élèves}}`, 'Montant versé / Nombre d’élèves'],
  [raw`QF = \frac{R}{12}`, 'QF = R/12'],
  [raw`10^3, x^{n+1}, e^{-t}, a_1^2`, '10³, xⁿ⁺¹, e^{−t}, a₁²'],
  [raw`\text{CO}_2, t_{max}`, 'CO₂, t_{max}'],
  [raw`\sqrt{x+1} - \sqrt[3]{8}`, '√(x + 1) − ∛8'],
  [raw`\sum_{i=1}^{n} x`, '∑_{i = 1}ⁿ x'],
  [raw`a \leq b \neq c \approx d \pm e \div f \cdot g`, 'a ≤ b ≠ c ≈ d ± e ÷ f · g'],
  [raw`\alpha + \Delta - \pi`, 'α + Δ − π'],
  [raw`1\,250{,}50~€`, '1 250,50 €'],
  [raw`\begin{aligned} a &= b \\ &= 12 \end{aligned}`, 'a = b\n= 12'],
  [raw`\begin{cases} x & \text{si } x \geq 0 \\ -x & \text{sinon} \end{cases}`, '{ x si x ≥ 0 ; −x sinon }'],
  [raw`-5 + 3 = -2`, '−5 + 3 = −2'],
  [raw`\boxed{\mathrm{TVA} = 20\,\%}`, 'TVA = 20 %'],
  [raw`90^\circ`, '90°'],
])('draws %s', (source, expected) => expect(written(source)).toBe(expected))

test.each([
  ['an unknown command', raw`\inconnue{x}`],
  ['an unknown environment', raw`\begin{pmatrix} a \end{pmatrix}`],
  ['a brace that nothing closes', raw`\frac{1}{2`],
  ['a thousand fractions in each other', `${raw`\frac{`.repeat(1_000)}1${'}{2}'.repeat(1_000)}`],
  ['a thousand groups', `${'{'.repeat(1_000)}1${'}'.repeat(1_000)}`],
  ['a thousand exponents', `x${'^{y'.repeat(1_000)}${'}'.repeat(1_000)}`],
])('does not draw %s', (_, source) => expect(readFormula(source)).toBeNull())

const drawn = (markdown: string) => /^<p>(.*)<\/p>$/s.exec(toHtml(markdown))?.[1]?.replaceAll('\u00a0', ' ')

test.each([
  [raw`Soit \(x^2\) et $$y = 3$$, puis $z_1$.`, 'Soit x² et y = 3, puis z₁.'],
  [raw`Donc \[a = \frac{b}{c}\] ici`, 'Donc a = b/c ici'],
  ['\\[\n\\begin{aligned}\n- a &= b \\\\\n+ c &= d\n\\end{aligned}\n\\]', '− a = b<br>+ c = d'],
  [raw`\(\inconnue{x}*y*_z_ \& 3\)`, raw`\(\inconnue{x}*y*_z_ \&amp; 3\)`],
  ['De 5 $ à 10 $, $5 et $10, 12.50$ ou $HOME', 'De 5 $ à 10 $, $5 et $10, 12.50$ ou $HOME'],
  [raw`\[À signer\] par \(le maire\)`, '[À signer] par (le maire)'],
  [raw`t_{max} = \(t_{max}\)`, 't_{max} = t<sub>max</sub>'],
  ['`\\(x^2\\)`', raw`<code>\(x^2\)</code>`],
])('in %j', (markdown, expected) => expect(drawn(markdown)).toBe(expected))

it('writes heights by signs in plain text', () => expect(toPlainText(raw`\(e^{-x+1} + t_{max} = x^2\)`)).toBe('e^(−x + 1) + t_(max) = x²'))
