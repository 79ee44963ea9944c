/** Link to the external form for requesting an account (specification, chapter 1). */
export function SignUpRequestLink({ href }: { href: string }) {
  return (
    <a href={href} rel="noopener noreferrer">
      Demander un compte
    </a>
  )
}
