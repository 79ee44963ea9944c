import { useRef, useState, type FormEvent } from 'react';
import { ApiError, sentenceOf } from '../../api/api-error.ts';
import { hasErrors, type FieldErrors } from './rules.ts';

export interface AuthForm {
  errors: FieldErrors;
  /** What the server refused, when it is not one field. */
  failure: string | null;
  isPending: boolean;
  ref: React.RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent) => void;
}

/**
 * What the authentication forms share: rules first, then the server; what was typed stays, the first wrong field takes the focus.
 * @param fallback sentence when the server gives none (specification, chapter 8)
 */
export function useAuthForm(check: () => FieldErrors, submit: () => Promise<unknown>, fallback: string): AuthForm {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const ref = useRef<HTMLFormElement>(null);

  function show(found: FieldErrors) {
    setErrors(found);
    const names = Object.keys(found).filter((name) => found[name]);
    // In the order of the page, not of the errors.
    requestAnimationFrame(() => [...(ref.current?.querySelectorAll('input') ?? [])].find((input) => names.includes(input.name))?.focus());
  }

  async function run() {
    const found = check();
    setFailure(null);
    show(found);
    if (hasErrors(found)) return;
    setPending(true);
    try {
      await submit();
    } catch (error) {
      if (error instanceof ApiError && hasErrors(error.fields)) show(error.fields);
      else setFailure(sentenceOf(error, fallback));
    } finally {
      setPending(false);
    }
  }

  return {
    errors, failure, isPending, ref,
    onSubmit(event) {
      event.preventDefault();
      if (!isPending) void run();
    },
  };
}
