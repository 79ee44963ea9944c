export { HeroArt } from './HeroArt.tsx'
export { Reasons } from './Reasons.tsx'
