import { routes, type Project } from '@parvis/contract';
import { ApiError } from '../../api/api-error.ts';

/** What the forms of a project hold. */
export type ProjectValues = Pick<Project, 'name' | 'description' | 'content' | 'status'>;

export type ProjectErrors = Partial<Record<keyof ProjectValues, string>>;

/** A new project (specification, chapter 9: valid by default). */
export const newProject: ProjectValues = { name: '', description: '', content: '', status: 'valid' };

export const valuesOf = ({ name, description, content, status }: Project): ProjectValues => ({ name, description, content, status });

/** One sentence per refused field, by the rules of the contract; empty when the project may be sent. */
export function checkProject(values: ProjectValues): ProjectErrors {
  const { error } = routes.projects.create.body.safeParse(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}

/** The server's sentence per field, when it refused some. */
export const refusedFields = (error: unknown): ProjectErrors => (error instanceof ApiError ? error.fields : {});
