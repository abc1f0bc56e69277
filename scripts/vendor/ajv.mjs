/**
 * In place of ajv and ajv-formats, which the MCP SDK loads to check what a client answers to a form (elicitation). We show no forms,
 * and check arguments ourselves: see src/mcp/arguments.ts. Loading them takes 15 ms, or 5 from kept code.
 */
export default function absent() {}
