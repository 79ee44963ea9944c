/** Operators and relations, which have a space on each side. */
const operators: Readonly<Record<string, string>> = {
  times: '×',
  div: '÷',
  pm: '±',
  mp: '∓',
  leq: '≤',
  le: '≤',
  leqslant: '≤',
  geq: '≥',
  ge: '≥',
  geqslant: '≥',
  neq: '≠',
  ne: '≠',
  approx: '≈',
  simeq: '≃',
  sim: '∼',
  equiv: '≡',
  propto: '∝',
  ll: '≪',
  gg: '≫',
  lt: '<',
  gt: '>',
  cdot: '·',
  ast: '*',
  in: '∈',
  notin: '∉',
  subset: '⊂',
  subseteq: '⊆',
  cup: '∪',
  cap: '∩',
  setminus: '∖',
  land: '∧',
  wedge: '∧',
  lor: '∨',
  vee: '∨',
  to: '→',
  rightarrow: '→',
  longrightarrow: '→',
  leftarrow: '←',
  mapsto: '↦',
  Rightarrow: '⇒',
  implies: '⇒',
  Longrightarrow: '⇒',
  Leftarrow: '⇐',
  Leftrightarrow: '⇔',
  leftrightarrow: '↔',
  iff: '⇔',
  mid: '|',
  colon: ':',
}

const letters =
  'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ρ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω ell ℓ hbar ħ infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ emptyset ∅ varnothing ∅ angle ∠ triangle △ perp ⊥ parallel ∥ neg ¬ lnot ¬ ldots … dots … cdots … dotsc … dotsb … vdots ⋮ prime ′ degree ° circ ° euro € texteuro € textdegree ° percent % checkmark ✓ star ⋆ bullet • dagger † copyright © pounds £ yen ¥ S § P ¶ lvert | rvert | vert | lbrace { rbrace } lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ backslash \\ Vert ‖ lbrack [ rbrack ] square □ blacksquare ■ therefore ∴ because ∵'.split(
    ' ',
  )

/** Commands that stand for one character. */
const characters: Readonly<Record<string, string>> = Object.fromEntries(
  letters.flatMap((name, index) => (index % 2 === 0 ? [[name, letters[index + 1]!]] : [])),
)

/** Commands followed by bounds: « ∑ ». */
const large: Readonly<Record<string, string>> = { sum: '∑', prod: '∏', int: '∫', iint: '∬', oint: '∮', bigcup: '⋃', bigcap: '⋂' }

const functionNames = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp min max inf sup lim det dim ker deg gcd arg mod Pr'.split(' '),
)

/** Commands that only change the look of a formula. */
const ignored = new Set(
  'displaystyle textstyle scriptstyle limits nolimits big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm left right middle nonumber notag centering hfill strut mathstrut boldmath'.split(
    ' ',
  ),
)

/** Space commands. Most are no-break spaces, which keep both sides on one line. */
const spaces: Readonly<Record<string, string>> = {
  ',': '\u00a0',
  ';': '\u00a0',
  ':': '\u00a0',
  '>': '\u00a0',
  ' ': ' ',
  quad: ' ',
  qquad: ' ',
  enspace: ' ',
  thinspace: '\u00a0',
  space: ' ',
  '!': '',
}

/** Commands that take plain text, not a formula. */
const words = new Set('text textrm textsf texttt textnormal textbf textit textup mbox hbox'.split(' '))

/** Commands whose argument is a formula, drawn without change. */
const groups = new Set(
  'mathrm mathbf mathit mathsf mathtt mathnormal boldsymbol bm operatorname mathop mathbin mathrel mathord boxed fbox ensuremath phantomsection'.split(' '),
)

const blackboard: Readonly<Record<string, string>> = { R: 'ℝ', N: 'ℕ', Z: 'ℤ', Q: 'ℚ', C: 'ℂ', P: 'ℙ', E: '𝔼' }

/** Combining marks put on one letter. */
const accents: Readonly<Record<string, string>> = {
  bar: '\u0304',
  overline: '\u0304',
  hat: '\u0302',
  widehat: '\u0302',
  tilde: '\u0303',
  widetilde: '\u0303',
  dot: '\u0307',
  ddot: '\u0308',
  vec: '\u20d7',
}

export const symbols = { operators, characters, large, functionNames, ignored, spaces, words, groups, blackboard, accents }
