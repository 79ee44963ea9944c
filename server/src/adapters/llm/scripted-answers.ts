import type { LlmMessage, LlmRequest } from './port.ts';
import { factsOf, outlineFor } from './scripted-facts.ts';
import { composeFromPassages, passagesIn, sentencesOf } from './scripted-passages.ts';

const NBSP = '\u00a0';

const PRESENTATION =
  `Bonjour, je suis le modèle de démonstration intégré, et non un modèle de langage${NBSP}: ` +
  `un administrateur peut en connecter un vrai avec le réglage \`LLM_BASE_URL\`.`;

const DEFAULT_QUESTIONS = [
  `Quel est votre besoin, en une phrase${NBSP}?`,
  `À qui le résultat est-il destiné, et pour quelle date${NBSP}?`,
  `De quels éléments disposez-vous déjà (textes, chiffres, décisions)${NBSP}?`,
];

const ITEM = /^\s*(?:[-*•–]|\d+\s*[.)°:])\s+(.+?)\s*$/;
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*\s*:?\s*$|[^\n]{1,80}:\s*$)/;
const ASKS_FIRST = /questions? (?:initiales?|de départ|à poser|d[’']ouverture)|commence[sz]? par (?:demander|poser)|demande[sz]? d[’']abord|pour commencer/i;

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const plain = (text: string) => text.replace(/[*_`#]+/g, '').trim();

/** The role a system prompt gives (“Tu es un juriste…” → “un juriste…”), or null. */
export const roleOf = (system: string): string | null => {
  const found = /(?:^|[\n.«"]\s*)(?:tu es|vous êtes|ton rôle est d['’]être|en tant qu['’]?e?)\s+([^.!?\n]{3,240})/i.exec(system);
  return found ? plain(found[1]!).replace(/[,;:]\s*$/, '') : null;
};

/** The list right after the line that announces the questions, or what that line itself enumerates. */
const announcedQuestions = (lines: readonly string[]): string[] => {
  const at = lines.findIndex((line) => ASKS_FIRST.test(line));
  if (at === -1) return [];
  const items: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = ITEM.exec(line)?.[1];
    if (item !== undefined) items.push(plain(item));
    else if (line.trim() !== '' && (items.length > 0 || HEADING.test(line))) break;
    else if (line.trim().endsWith('?')) items.push(plain(line));
  }
  if (items.length > 0) return items;
  const rest = /(?:demander|poser|d[’']abord|initiales?)\b[^:\n]*?(?::|\bdemander\b|d[’']abord)?\s+(.+)$/i.exec(lines[at]!)?.[1] ?? '';
  return rest
    .replace(/\.\s.*$/, '')
    .split(/\s*[;,]\s*|\s+et\s+/)
    .map((part) => plain(part).replace(/[.]$/, ''))
    .filter((part) => part.length > 3);
};

/** The questions an assistant begins with, from its system prompt; at most 8. */
export const initialQuestionsOf = (system: string): string[] => {
  const lines = system.split('\n');
  const announced = announcedQuestions(lines);
  if (announced.length > 0) return announced.slice(0, 8).map(upperFirst);
  const asked = lines
    .flatMap((line) => sentencesOf(ITEM.exec(line)?.[1] ?? line))
    .filter((sentence) => sentence.endsWith('?'))
    .map(plain);
  return (asked.length > 0 ? asked : DEFAULT_QUESTIONS).slice(0, 8).map(upperFirst);
};

const numbered = (items: readonly string[]) => items.map((item, i) => `${i + 1}. ${item}`).join('\n');

const openingFor = (system: string): string => {
  const role = roleOf(system);
  const presented = role === null ? '' : `\n\nDans cette conversation, je tiens le rôle suivant${NBSP}: *${role}*.`;
  return `${PRESENTATION}${presented}\n\nPour commencer, pouvez-vous me préciser les points suivants${NBSP}?\n\n${numbered(initialQuestionsOf(system))}`;
};

const chatAnswerFor = (system: string, question: string): string => {
  const sentences = sentencesOf(question);
  const restated = sentences.slice(0, 3).join(' ');
  const quoted = restated.length > 400 ? `${restated.slice(0, 400).replace(/\s+\S*$/, '')}…` : restated;
  const facts = factsOf(question).map(({ label, values }) => `- **${label}**${NBSP}: ${values.join(', ')}`);
  const { name, parts } = outlineFor(question);
  const outline = parts.map((part) => `### ${part}\n\n[À COMPLÉTER]`).join('\n\n');
  return [
    `*Réponse du modèle de démonstration${NBSP}: elle est composée à partir de vos mots, sans modèle de langage.*`,
    `## Ce que je retiens de votre demande\n\n> ${quoted}`,
    facts.length > 0 ? facts.join('\n') : '',
    `## Ce qu’il me faudrait pour aller plus loin\n\n${numbered(initialQuestionsOf(system))}`,
    `## ${name}\n\n${outline}`,
    `Remplacez chaque mention [À COMPLÉTER], ou donnez-moi ces éléments ici.`,
  ]
    .filter((block) => block !== '')
    .join('\n\n');
};

const POLITE = /^(?:bonjour|bonsoir|salut|merci|s[’']il (?:vous|te) pla[iî]t)[\s,!.]*/i;
const ASKING =
  /^(?:(?:est-ce que )?(?:tu |vous )?(?:peux|pouvez|pourrais|pourriez)(?:[- ](?:tu|vous))?(?: m[’']| me | nous )?\s*(?:aider à )?|(?:je|nous) (?:voudrais|voudrions|souhaite|souhaitons|veux|voulons|dois|devons|cherche à)(?: que (?:tu|vous))?\s+|aide[zs]?[- ]moi à )/i;
const MAX_TITLE = 60;

/** A title of at most 60 characters made from the user's own words. */
export const titleFrom = (text: string): string => {
  const line = plain(sentencesOf(text.replace(/\[\[[^\]]*\]\]/g, ' '))[0] ?? '');
  const subject = line.replace(POLITE, '').replace(ASKING, '').replace(/[\s.!?…:;,]+$/u, '').trim();
  const title = upperFirst(subject || line || 'Nouvelle conversation');
  if (title.length <= MAX_TITLE) return title;
  const cut = title.slice(0, MAX_TITLE - 1);
  return `${cut.includes(' ') ? cut.replace(/\s+\S*$/, '') : cut}…`;
};

/** The last turn of the user, without what the prompt builder put before it. */
export const lastUserMessage = (messages: readonly LlmMessage[]): string =>
  messages.findLast((message) => message.role === 'user')?.content ?? '';

/** The whole answer of the demonstration model: a pure function of the request. */
export const composeAnswer = (request: Pick<LlmRequest, 'messages' | 'purpose'>): string => {
  const { messages, purpose } = request;
  const system = messages
    .filter((message) => message.role === 'system')
    .map((message) => message.content)
    .join('\n\n');
  const question = lastUserMessage(messages);
  if (purpose === 'title') return titleFrom(messages.find((message) => message.role === 'user')?.content ?? '');
  if (purpose === 'opening') return openingFor(system);
  const passages = passagesIn(messages.map((message) => message.content).join('\n\n'));
  if (passages.length > 0 || purpose === 'library') {
    // The passages themselves may stand in the user's turn: they are not the question.
    return composeFromPassages(question.replace(/^\[\d+\][^\n]*\n(`{3,})[\s\S]*?\n\1$/gm, ' '), passages);
  }
  return chatAnswerFor(system, question);
};
