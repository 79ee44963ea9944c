/** To the external form by which an account is asked for (specification, chapter 1). */
export function SignUpRequestLink({ href }: { href: string }) {
  return (
    <a href={href} rel="noopener noreferrer">
      Demander un compte
    </a>
  )
}
