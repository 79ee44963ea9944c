import type { UnseenPerson } from './unseen-texts.fixture.ts'

/** First names of women and men, and surnames, of many origins; a third of the first names are in no dictionary of the package. */
const women =
  `Solveig Anaïs Bernadette Marie-Laure Guillemine Ozanne Ysoline Aouregan Klervi Annaëlle Haizpea Loreden Siham Oumnia Rahmouna Tounsia Sédrine Aïssétou Fanta Kinda Mouniratou Rosalvina Deolinda
Ersilia Costanza Mirabela Zornitsa Bronislava Wisława Nermin Gülhan Berivan Thanh-Mai Phuong Kim-Chi Sreymom Maeva Herenui Vaihere Rose-Mai Clémence Florence Aurore Blanche Violette Reine Capucine Léocadie`.split(
    /\s+/,
  )
const men =
  `Gaspard Anatole Eusèbe Jean-Noël Pierre-Marie Bleiz Goneri Tanguy Ohian Eñaut Lisandru Abdelmoumen Nordine Yazid Mokrane Tiémoko Souleymane Kouamé Mbaye Evaristo Nuno Eugénio Girolamo Ottavio Dragomir
Zbysław Bogumił Oktay Tuncay Erdinç Quoc-Bao Vinh Sokhom Tamatoa Ariihau Jean-Hugues Noël Parfait Fortuné Désiré Prosper Aimé Placide Landry Maël`.split(/\s+/)
const surnames = `Kervarrec Le Floc’h Quintric de Kermadec Ollivier-Henry Goasguen Etcheberry Irigoyen d’Abbadie Colonna Vescovali Muller Schaeffer Zimmermann Boudjellal Aït Hamouda El Ouazzani Ben Salah Cherfaoui Traoré Ndiaye
Konaté Bangoura Mbemba da Costa dos Reis Figueiredo Pinheiro Di Giorgio Mastroianni Popescu Wojciechowski Szymańska Karadağ Çelik Nguyen-Duc Huynh Chhim Tetuanui Teriipaia Grondein Hoareau-Payet Lebon Boulanger
Marchand Rousseau Lapierre Fontaine du Bellocq Le Gall Charpentier Roy Noir Leblanc Bonnet Chauvin Delacroix Pasquier Vigneron Thibault-Leroy N’Guessan O’Connor`

/** Surnames with their particles: a capital begins one, unless a particle is before it. */
const lasts = surnames.match(/(?:(?:Le|de|d’|Aït|El|Ben|da|dos|Di|du) ?)?[\p{Lu}][\p{L}’-]+/gu)!.filter((name) => !/^(?:Le|El|Ben|Di|Aït)$/.test(name))

export const unseenPeople: readonly UnseenPerson[] = lasts.flatMap((last, at) => [
  { first: women[(at * 7) % women.length]!, last, isWoman: true },
  { first: men[(at * 5) % men.length]!, last, isWoman: false },
])
