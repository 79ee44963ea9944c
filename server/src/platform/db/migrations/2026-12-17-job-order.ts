// A failed attempt costs a job one turn; before, it put the job after all those that had not failed (jobs/queue.ts).
export const jobOrder = {
  id: '2026-12-17-job-order',
  sql: `
drop index job_next;
create index job_next on job (lane, (turn + attempts), attempts desc, run_at, created_at);
`,
}
