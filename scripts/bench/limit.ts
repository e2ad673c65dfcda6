/**
 * Upper bound of PostgreSQL on this machine: `pgbench` with the two statements of an uncached
 * look-up, 32 clients, pipelined.
 */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { isInstalled } from "./load.ts"

const runFile = promisify(execFile)

/** As `ApiKeyRepositorySql` and `ProjectRepositorySql` have them. */
const statements = `\\startpipeline
SELECT w.*, k.* FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.hash = :hash;
SELECT p.*, c.name AS client_name, u.name AS team_lead_name,
  b.budget_spent, t.task_count, t.completed_task_count
FROM projects p
JOIN workspaces w ON w.id = p.workspace_id
LEFT JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id
LEFT JOIN users u ON u.workspace_id = p.workspace_id AND u.id = p.team_lead_id
CROSS JOIN LATERAL (SELECT coalesce(sum(t.amount), 0)::bigint AS budget_spent FROM totals t
  WHERE t.workspace_id = p.workspace_id AND t.kind = 'project' AND t.subject = p.id
    AND t.day = '-infinity' AND t.label = w.currency) b
CROSS JOIN LATERAL (SELECT coalesce(sum(t.items), 0)::bigint AS task_count,
    coalesce(sum(t.amount), 0)::bigint AS completed_task_count FROM totals t
  WHERE t.workspace_id = p.workspace_id AND t.kind = 'project_tasks' AND t.subject = p.id) t
WHERE p.workspace_id = :workspace::uuid AND p.id = :project::uuid;
\\endpipeline
`

/** Look-ups a second; undefined where PostgreSQL's own tools are not installed. */
export const lookupLimit = async (url: string, seconds: number): Promise<number | undefined> => {
  if (!isInstalled("pgbench") || !isInstalled("psql")) return undefined
  const directory = await mkdtemp(join(tmpdir(), "retainer-bench-limit-"))
  try {
    const query = `SELECT k.hash, p.workspace_id, p.id FROM api_keys k
      JOIN projects p ON p.workspace_id = k.workspace_id ORDER BY p.id LIMIT 1`
    const row = (await runFile("psql", ["-XAtc", query, url])).stdout.trim().split("|")
    const [hash = "", workspace = "", project = ""] = row
    const file = join(directory, "lookup.sql")
    await writeFile(file, statements)
    const values = Object.entries({ hash, workspace, project })
    const args = ["-n", "-M", "prepared", "-c", "32", "-j", "1", "-T", String(Math.ceil(seconds))]
    for (const [name, value] of values) args.push("-D", `${name}=${value}`)
    // A plan is made once, as Retainer has it.
    const env = { ...process.env, PGOPTIONS: "-c plan_cache_mode=force_generic_plan -c jit=off" }
    const { stdout } = await runFile("pgbench", [...args, "-f", file, url], { env })
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
