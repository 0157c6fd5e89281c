import { type CatalogueFile, does, reads, shared } from '../catalogue-file.ts';

export const git: CatalogueFile = {
  id: 'git',
  servers: ['git', 'git-mcp-server', 'mcp-server-git'],
  source: 'npm @cyanheads/git-mcp-server 2.15.3; github.com/modelcontextprotocol/servers src/git',
  rows: [
    ...reads(
      'git_status git_diff git_diff_unstaged git_diff_staged git_log git_show git_blame git_reflog git_fetch git_changelog_analyze git_set_working_dir git_clear_working_dir git_wrapup_instructions',
    ),
    ...does(
      'create',
      'reversible',
      'git_add git_commit git_init git_create_branch git_branch git_checkout git_clone git_stash git_worktree git_tag git_merge git_cherry_pick git_pull git_remote',
    ),
    ...does('update', 'reversible', 'git_rebase'),
    ...does('create', 'externally_reversible', 'git_push'),
    ...does('update', 'reversible', 'git_reset'),
    ...does('delete', 'irreversible', 'git_clean', { raises: [shared.erases] }),
  ],
};
